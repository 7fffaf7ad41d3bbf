import type { Frame, LogFile, LogPosition } from '../log/log-file.ts';
import type { StoreFile, StoreFiles } from './store-files.ts';

/** Pages of all stores together; beyond it, the least recently taken stores are forgotten. */
const PAGES_MAX = 65_536;
/** Fewer changed pages are not worth keeping the store's file open. */
const FILE_FRAMES_MIN = 64;

/** The pages of stores before each commit of their current logs: earlier frames have them, or the store's file, until the log is copied into it. */
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
    const pages = known?.isAt(position) === true ? known : new LoggedPages(position);
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
    for (const pages of this.#stores.values()) count += pages.frames.size;
    for (const [oldest, pages] of this.#stores) {
      if (count <= PAGES_MAX) return;
      count -= pages.frames.size;
      this.#stores.delete(oldest);
    }
  }
}

/** Where the pages of a store are that its current log has changed. */
class LoggedPages {
  readonly salts: string;
  /** The last frame of each page, among the frames up to `end`. */
  readonly frames = new Map<number, number>();
  end: number;
  /** The file has the other pages up to this number as they were when the log began; zero when it may not. */
  filePages: number;
  #length = Number.POSITIVE_INFINITY;

  constructor({ salts, frame }: LogPosition) {
    this.salts = salts;
    this.end = frame;
    this.filePages = frame === 0 ? Number.POSITIVE_INFINITY : 0;
  }

  isAt({ salts, frame }: LogPosition): boolean {
    return this.salts === salts && this.end === frame && frame > 0;
  }

  add({ frame, page, pages }: Frame): void {
    this.frames.set(page, frame);
    this.end = frame;
    if (pages === 0) return;
    if (pages < this.#length) this.#shorten(pages);
    this.#length = pages;
  }

  /** An image may lack pages behind the end, so they are archived as a whole when they come back. */
  #shorten(length: number): void {
    this.filePages = Math.min(this.filePages, length);
    for (const page of this.frames.keys()) if (page > length) this.frames.delete(page);
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

  /** The page before each of the next frames; undefined when it is unknown. Valid until the next call. */
  find(frames: readonly Frame[]): readonly (Uint8Array | undefined)[] {
    const pages = this.#pages;
    const start = pages.end;
    const ofFile: number[] = [];
    const earlier = frames.map((frame, index) => {
      const known = pages.frames.get(frame.page);
      const isInBlock = known !== undefined && known > start;
      const bytes = isInBlock ? frames[known - start - 1]?.bytes : this.#read(frame.page, known, index);
      if (known === undefined && bytes !== undefined) ofFile.push(index);
      pages.add(frame);
      return bytes;
    });
    // The file is checked after it was read: what a checkpoint has written is a later version.
    if (ofFile.length > 0 && this.#file?.isUnchangedSince(pages.salts) !== true) {
      pages.filePages = 0;
      for (const index of ofFile) earlier[index] = undefined;
    }
    return earlier;
  }

  #read(page: number, frame: number | undefined, index: number): Uint8Array | undefined {
    const isInFile = frame === undefined && page <= this.#pages.filePages && this.#file !== undefined;
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
