import { CountCache, isCheap } from '../counts/count-cache.ts';
import type { ListRead, ListResult, StoreName } from '../database.ts';
import type { ListReply } from './protocol.ts';
import { ShapeCosts } from './shape-costs.ts';
import type { MakeRequest } from './thread.ts';

export interface ListThreads {
  /** Runs among the cheap reads. */
  quick(store: StoreName, make: MakeRequest): Promise<ListReply | null>;
  /** Runs among the long ones. */
  scan(store: StoreName, make: MakeRequest): Promise<ListReply | null>;
  /** Keeps the count of a whole table, as of a version. */
  noteCount(store: StoreName, tableId: string, reply: ListReply): void;
}

/**
 * Decides where a list runs: reads that have proven cheap never stand behind one that has not. What may walk the table
 * starts among the long reads and moves when it measures cheap; a count that must be made anew sends it back.
 */
export class ListLane {
  readonly #threads: ListThreads;
  readonly #costs = new ShapeCosts();
  readonly #counts = new CountCache();

  constructor(threads: ListThreads) {
    this.#threads = threads;
  }

  async list(store: StoreName, read: ListRead, schemaVersion: number): Promise<ListResult> {
    const isQuick = read.cost === 'key' || this.#costs.isCheap(store, read.rows.text);
    const quick = isQuick ? await this.#threads.quick(store, this.#request(store, read, schemaVersion, true)) : null;
    const reply = quick ?? (await this.#threads.scan(store, this.#request(store, read, schemaVersion, false)));
    if (reply === null) throw new Error('a thread declined what it was not asked to');
    this.#learn(store, read, reply);
    return { json: reply.json, returned: reply.returned, count: reply.count < 0 ? undefined : reply.count };
  }

  forget(store: StoreName): void {
    this.#costs.forget(store);
    this.#counts.forget(store);
  }

  #request(store: StoreName, read: ListRead, schemaVersion: number, isQuick: boolean): MakeRequest {
    const { rows, walk, count } = read;
    const isMeasured = read.cost === 'open';
    const known = count === undefined || count.whole ? undefined : this.#counts.find(store, count);
    return (id, numberOf) => [
      id,
      'list',
      store,
      schemaVersion,
      numberOf(rows.text),
      rows.values,
      walk === undefined ? 0 : numberOf(walk.text),
      walk?.span ?? 0,
      count === undefined ? 0 : numberOf(count.statement.text),
      count?.statement.values ?? [],
      count?.tableId ?? '',
      count?.whole ?? false,
      known === undefined ? null : [known.version, known.count],
      isQuick && !isCheap(known),
      isMeasured,
    ];
  }

  #learn(store: StoreName, { cost, rows, count }: ListRead, reply: ListReply): void {
    if (cost === 'open') this.#costs.note(store, rows.text, reply.costMs);
    if (count === undefined || reply.countCostMs < 0) return;
    if (count.whole) this.#threads.noteCount(store, count.tableId, reply);
    else this.#counts.keep(store, count, { version: reply.version, count: reply.count, costMs: reply.countCostMs });
  }
}
