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

interface BegunImage {
  readonly state: StoreState;
  readonly isRestarted: boolean;
  /** `logStart` and `logStartPack` when the copy began. */
  readonly from: number;
  readonly firstPack: number;
}

/** Copies a store's file during writes: only with the commits from `from` to `until` is it the store at one moment. */
export class ImageMaker {
  readonly #options: ImageMakerOptions;

  constructor(options: ImageMakerOptions) {
    this.#options = options;
  }

  /** Undefined when commits were lost in the meantime, so that the image must be made again. */
  async make(store: string): Promise<ImageName | undefined> {
    const { generation, logs, place, state: saved } = this.#options;
    const begun = this.#begin(store);
    const { state } = begun;
    const folder = objectNames.imageParts(generation, store, randomBytes(8).toString('hex'));
    try {
      const copy = await this.#copy(store, folder);
      logs.take(store, { isWhole: true });
      if (state.needsImage || logs.find(store) !== state) return undefined;
      return this.#add(copy, begun);
    } finally {
      // No run has this name, so the retention deletes the parts, unless the image was added. A stopped run leaves it to the next.
      if (!place.isStopped) saved.db.prepare("UPDATE unfinished_images SET run = '' WHERE folder = ?").run(folder);
    }
  }

  #add(copy: Copy, { state, from, firstPack, isRestarted }: BegunImage): ImageName {
    const { generation, run, sealer, logs, packs, spool, state: saved } = this.#options;
    const { store } = state;
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
      saved.db.prepare('DELETE FROM unfinished_images WHERE folder = ?').run(copy.folder);
    });
    Object.assign(state, imaged);
    return image;
  }

  #begin(store: string): BegunImage {
    const { logs } = this.#options;
    logs.keep(store);
    const known = logs.find(store);
    if (known !== undefined && !known.needsImage && known.imageCommits >= 0) {
      logs.take(store, { isWhole: true });
      if (!known.needsImage) return begunImage(known, false);
    }
    return begunImage(logs.restart(store), true);
  }

  async #copy(store: string, folder: string): Promise<Copy> {
    const { paths, run, state } = this.#options;
    const path = paths.store(store);
    // The file may grow during the copy; the commits contain the additions.
    const { size } = await stat(path);
    const read = readApart(path, { bytes: size, partBytes: Math.min(IMAGE_PART_BYTES, Math.max(1, size)) });
    if (size <= IMAGE_PART_BYTES) {
      const content = await onlyPart(read);
      return { content, parts: 0, bytes: 0, folder: null };
    }
    state.db
      .prepare('INSERT INTO unfinished_images (folder, parts, run) VALUES (?, ?, ?)')
      .run(folder, Math.ceil(size / IMAGE_PART_BYTES), run);
    // After a power cut the state must know every part at the place.
    state.sync();
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
    try {
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
    } finally {
      // A part that arrived after the retention had deleted the others would stay for ever.
      await sending.catch(() => undefined);
    }
    return { parts, bytes };
  }
}

function begunImage(state: StoreState, isRestarted: boolean): BegunImage {
  return { state, isRestarted, from: state.logStart, firstPack: state.logStartPack };
}

async function onlyPart(read: AsyncIterable<Buffer>): Promise<Buffer> {
  let only: Buffer = Buffer.alloc(0);
  for await (const part of read) only = part;
  return only;
}
