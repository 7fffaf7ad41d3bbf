import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Row, Snapshot, StoreName } from '../database.ts';
import type { Statement } from '../statement.ts';
import { snapshotDirectory } from './data-directory.ts';
import type { ThreadData } from './protocol.ts';
import { type EngineLogger, Thread } from './thread.ts';

const CLOSE_MS = 2_000;

export class Snapshots {
  readonly #data: ThreadData;
  readonly #logger: EngineLogger | undefined;
  readonly #open = new Set<Snapshot>();

  constructor(data: ThreadData, logger: EngineLogger | undefined) {
    this.#data = data;
    this.#logger = logger;
  }

  async open(store: StoreName): Promise<Snapshot> {
    const directory = snapshotDirectory(this.#data.directory);
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const file = join(directory, `${randomUUID()}.db`);
    const thread = new Thread(this.#data, { logger: this.#logger });
    const snapshot: Snapshot = {
      rows: (statement) => rowsOf(thread, store, statement),
      query: ({ text, values }) =>
        thread.call((id, numberOf) => ({ id, op: 'snapshot_query', store, text: numberOf(text), values })),
      close: async () => {
        if (!this.#open.delete(snapshot)) return;
        await thread.close(CLOSE_MS);
        // The thread removes the file too, unless it was terminated.
        for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(file + suffix, { force: true });
      },
    };
    this.#open.add(snapshot);
    try {
      await thread.started;
      await thread.call((id) => ({ id, op: 'snapshot', store, file }));
      return snapshot;
    } catch (error) {
      await snapshot.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open].map((snapshot) => snapshot.close()));
  }
}

async function* rowsOf(thread: Thread, store: StoreName, { text, values }: Statement): AsyncGenerator<readonly Row[]> {
  let page = await thread.call<Row[]>((id, numberOf) => {
    return { id, op: 'snapshot_rows', store, text: numberOf(text), values };
  });
  while (page.length > 0) {
    yield page;
    page = await thread.call<Row[]>((id) => ({ id, op: 'snapshot_next', store }));
  }
}
