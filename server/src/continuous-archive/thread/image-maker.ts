import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { IMAGE_PART_BYTES, type ImageName, objectNames } from '../format/names.ts';
import type { Sealer } from '../format/sealer.ts';
import type { StorePaths } from '../store-paths.ts';
import type { PackSpool } from './pack-spool.ts';
import type { PlaceCalls } from './place-calls.ts';
import { readApart } from './read-apart.ts';
import type { Spool } from './spool.ts';
import type { StateStore, StoreState } from './state-store.ts';
import type { StoreLogs } from './store-logs.ts';

export interface ImageMakerOptions {
  readonly generation: string;
  readonly run: string;
  readonly sealer: Sealer;
  readonly paths: StorePaths;
  readonly state: StateStore;
  readonly spool: Spool;
  readonly packs: PackSpool;
  readonly logs: StoreLogs;
  readonly place: PlaceCalls;
}

interface Copy {
  readonly content: Uint8Array;
  readonly parts: number;
  readonly bytes: number;
  /** The folder of the parts; null when the object itself has the pages. */
  readonly folder: string | null;
}

/** Copies a store's file during writes: only with the commits from `from` to `until` is it the store at one moment. */
export class ImageMaker {
  readonly #options: ImageMakerOptions;

  constructor(options: ImageMakerOptions) {
    this.#options = options;
  }

  /** Undefined when commits were lost in the meantime, so that the image must be made again. */
  async make(store: string): Promise<ImageName | undefined> {
    const { generation, run, sealer, logs, packs, spool, state: saved } = this.#options;
    const { state, isRestarted } = this.#begin(store);
    const { logStart: from, logStartPack: firstPack } = state;
    const copy = await this.#copy(store);
    logs.take(store, { isWhole: true });
    if (state.needsImage || logs.find(store) !== state) {
      if (copy.folder !== null) await this.#deleteParts(copy.folder, copy.parts);
      return undefined;
    }
    if (store === 'control') logs.nameNewStores();
    packs.flush();
    // After a gap, a file without a log may have commits of any time until now.
    const untilMs = Math.ceil(isRestarted && state.commits === from ? Date.now() : state.timeMs);
    const image = { store, untilMs, from, until: state.commits, firstPack, parts: copy.parts, run };
    const name = objectNames.image(generation, image);
    const bytes = sealer.seal(name, copy.content);
    const imaged = { ...state, imageCommits: state.commits, imagedMs: Date.now(), logBytes: 0, timeMs: untilMs };
    spool.add({ name, sinceMs: Date.now(), bytes, stores: [{ store, commits: state.commits }] }, () => {
      saved.saveStore(imaged);
      saved.db
        .prepare(
          'INSERT OR REPLACE INTO images (name, store, parts, until_ms, first_pack, bytes) VALUES (?, ?, ?, ?, ?, ?)',
        )
        .run(name, store, copy.folder, untilMs, firstPack, copy.bytes + bytes.length);
    });
    Object.assign(state, imaged);
    return image;
  }

  #begin(store: string): { readonly state: StoreState; readonly isRestarted: boolean } {
    const { logs } = this.#options;
    logs.keep(store);
    const known = logs.find(store);
    if (known !== undefined && !known.needsImage && known.imageCommits >= 0) {
      logs.take(store, { isWhole: true });
      if (!known.needsImage) return { state: known, isRestarted: false };
    }
    return { state: logs.restart(store), isRestarted: true };
  }

  async #copy(store: string): Promise<Copy> {
    const { generation, paths } = this.#options;
    const path = paths.store(store);
    // The file may grow during the copy; the commits contain the additions.
    const { size } = await stat(path);
    const read = readApart(path, { bytes: size, partBytes: Math.min(IMAGE_PART_BYTES, Math.max(1, size)) });
    if (size <= IMAGE_PART_BYTES) {
      const content = await onlyPart(read);
      return { content, parts: 0, bytes: 0, folder: null };
    }
    const folder = objectNames.imageParts(generation, store, randomBytes(8).toString('hex'));
    const { parts, bytes } = await this.#putParts(read, folder);
    return { content: Buffer.from(JSON.stringify({ parts: folder, bytes: size })), parts, bytes, folder };
  }

  async #putParts(
    read: AsyncIterable<Buffer>,
    folder: string,
  ): Promise<{ readonly parts: number; readonly bytes: number }> {
    const { sealer, place } = this.#options;
    let [parts, bytes] = [0, 0];
    let sending: Promise<void> = Promise.resolve();
    for await (const content of read) {
      const name = objectNames.imagePart(folder, parts);
      const object = sealer.seal(name, content);
      await sending;
      sending = place.put(name, object);
      // Awaited with the next part; until then a failure must not count as unhandled.
      sending.catch(() => undefined);
      parts += 1;
      bytes += object.length;
    }
    await sending;
    return { parts, bytes };
  }

  async #deleteParts(folder: string, parts: number): Promise<void> {
    await this.#options.place.delete(Array.from({ length: parts }, (_, part) => objectNames.imagePart(folder, part)));
  }
}

async function onlyPart(read: AsyncIterable<Buffer>): Promise<Buffer> {
  let only: Buffer = Buffer.alloc(0);
  for await (const part of read) only = part;
  return only;
}
