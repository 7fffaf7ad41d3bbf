import { link, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createLimit } from '../../platform/limit.ts';
import type { BlobKey } from '../blob-store.ts';
import { isCode } from './disk-failure.ts';
import type { Paths } from './paths.ts';

const PLACE_TRIES = 5;

/** The folders of blobs, which come with their first blob and go with their last one. */
export class Folders {
  readonly #paths: Paths;
  /** Those whose own names are not durable yet. */
  readonly #making = new Map<string, Promise<void>>();
  /** Syncs that have not begun: what they will find includes all names of now. */
  readonly #ahead = new Map<string, Promise<void>>();
  /** A sync blocks one of the few threads that all file work of the process shares. */
  readonly #oneByOne = createLimit(1);

  constructor(paths: Paths) {
    this.#paths = paths;
  }

  /** Gives a written file its lasting name. A folder may be missing, or be removed at that moment because it was empty. */
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

  /**
   * Makes the names durable that stand in a folder now. A sync takes milliseconds, however little there is to write: one
   * is made for all who wait for the same folder.
   */
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
