import { link, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createLimit } from '../../platform/limit.ts';
import type { BlobKey } from '../blob-store.ts';
import { isCode } from './disk-failure.ts';
import type { Paths } from './paths.ts';

const PLACE_TRIES = 5;

export class Folders {
  readonly #paths: Paths;
  /** Folders whose own names are not durable yet. */
  readonly #making = new Map<string, Promise<void>>();
  /** Syncs that have not started yet: they will include all names created so far. */
  readonly #ahead = new Map<string, Promise<void>>();
  readonly #oneByOne = createLimit(1);

  constructor(paths: Paths) {
    this.#paths = paths;
  }

  /** Links a written file to its permanent name. The folder may be missing, or another call may just be removing it as empty. */
  async place(key: BlobKey): Promise<void> {
    const folder = this.#paths.folder(key);
    for (let tries = 1; ; tries += 1) {
      try {
        await link(this.#paths.marker(key), this.#paths.file(key));
        break;
      } catch (error) {
        if (!isCode(error, 'ENOENT') || tries === PLACE_TRIES) throw error;
        await this.#make(folder);
      }
    }
    await this.#making.get(folder);
  }

  /** Makes the names in a folder durable. A sync takes milliseconds, so all callers waiting for a folder share one. */
  sync(folder: string): Promise<void> {
    const ahead = this.#ahead.get(folder);
    if (ahead !== undefined) return ahead;
    const begin = (): Promise<void> => {
      this.#ahead.delete(folder);
      return syncFolder(folder);
    };
    const work = Promise.resolve().then(() => this.#oneByOne(begin));
    this.#ahead.set(folder, work);
    return work;
  }

  #make(folder: string): Promise<void> {
    const underWay = this.#making.get(folder);
    if (underWay !== undefined) return underWay;
    const making = this.#makeDurably(folder).finally(() => this.#making.delete(folder));
    this.#making.set(folder, making);
    return making;
  }

  async #makeDurably(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await this.sync(dirname(folder));
    await this.sync(this.#paths.root);
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
