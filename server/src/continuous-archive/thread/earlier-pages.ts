import type { Frame, LogFile, LogPosition } from '../log/log-file.ts';
import { LoggedPages } from './logged-pages.ts';
import type { StoreFile, StoreFiles } from './store-files.ts';

/** The maximum for the store that is being taken, and for all others together: beyond it, the least recently taken ones are forgotten. */
const PAGES_MAX = 65_536;
/** Fewer changed pages are not worth keeping the store's file open. */
const FILE_FRAMES_MIN = 64;

/** Finds the version of a page before a commit: in an earlier frame of the log, or in the store's file while no checkpoint has written to it. */
export class EarlierPages {
  readonly #files: StoreFiles;
  readonly #stores = new Map<string, LoggedPages>();
  readonly #buffers: Uint8Array[] = [];

  constructor(files: StoreFiles) {
    this.#files = files;
  }

  /** Finds the pages before the frames from a position to `last`. */
  begin(
    store: string,
    log: LogFile,
    { position, last }: { readonly position: LogPosition; readonly last: number },
  ): EarlierFrames {
    const known = this.#stores.get(store);
    const pages = known?.isAt(position) === true ? known : new LoggedPages(position, PAGES_MAX);
    this.#stores.delete(store);
    this.#limit();
    this.#stores.set(store, pages);
    const needsFile = last - position.frame >= FILE_FRAMES_MIN;
    const file = needsFile ? this.#files.find(store) : undefined;
    return new EarlierFrames({ log, pages, file, buffers: this.#buffers });
  }

  forget(store: string): void {
    this.#stores.delete(store);
  }

  #limit(): void {
    let count = 0;
    for (const pages of this.#stores.values()) count += pages.size;
    for (const [oldest, pages] of this.#stores) {
      if (count <= PAGES_MAX) return;
      count -= pages.size;
      this.#stores.delete(oldest);
    }
  }
}

interface EarlierFramesOptions {
  readonly log: LogFile;
  readonly pages: LoggedPages;
  readonly file: StoreFile | undefined;
  readonly buffers: Uint8Array[];
}

export class EarlierFrames {
  readonly #log: LogFile;
  readonly #pages: LoggedPages;
  readonly #file: StoreFile | undefined;
  readonly #buffers: Uint8Array[];

  constructor({ log, pages, file, buffers }: EarlierFramesOptions) {
    this.#log = log;
    this.#pages = pages;
    this.#file = file;
    this.#buffers = buffers;
  }

  /** Takes the next frames, and returns the page before each; undefined when it is unknown. Valid until the next call. */
  takeBefore(frames: readonly Frame[]): readonly (Uint8Array | undefined)[] {
    const pages = this.#pages;
    const start = pages.end;
    const fromLog: number[] = [];
    const fromFile: number[] = [];
    const earlier = frames.map((frame, index) => {
      const known = pages.frame(frame.page);
      const isInBlock = known !== undefined && known > start;
      const bytes = isInBlock ? frames[known - start - 1]?.bytes : this.#read(frame.page, known, index);
      if (!isInBlock && bytes !== undefined) (known === undefined ? fromFile : fromLog).push(index);
      pages.add(frame);
      return bytes;
    });
    for (const index of this.#changedMeanwhile(fromLog, fromFile)) earlier[index] = undefined;
    return earlier;
  }

  /** Which pages may be later versions. Call after reading them: what was written since then does not matter. */
  #changedMeanwhile(fromLog: readonly number[], fromFile: readonly number[]): readonly number[] {
    const { salts } = this.#pages;
    const isSameFile = fromFile.length === 0 || this.#file?.isUnchangedSince(salts) === true;
    const isSameLog = fromLog.length === 0 || this.#log.isStill(salts);
    if (!isSameFile || !isSameLog) this.#pages.forgetFile();
    return [...(isSameLog ? [] : fromLog), ...(isSameFile && isSameLog ? [] : fromFile)];
  }

  #read(page: number, frame: number | undefined, index: number): Uint8Array | undefined {
    const isInFile = frame === undefined && this.#file !== undefined && this.#pages.isInFile(page);
    if (frame === undefined && !isInFile) return undefined;
    const bytes = this.#buffer(index);
    const isRead = frame === undefined ? this.#file?.readPage(page, bytes) : this.#log.readPage(frame, bytes);
    return isRead === true ? bytes : undefined;
  }

  #buffer(index: number): Uint8Array {
    const known = this.#buffers[index];
    if (known?.length === this.#log.pageSize) return known;
    const buffer = new Uint8Array(this.#log.pageSize);
    this.#buffers[index] = buffer;
    return buffer;
  }
}
