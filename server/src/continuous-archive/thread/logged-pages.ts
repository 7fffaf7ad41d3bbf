import type { Frame, LogPosition } from '../log/log-file.ts';

/** Where the pages of a store are that its current log has changed. */
export class LoggedPages {
  readonly salts: string;
  /** The last frame of each page, among the frames up to `end`. */
  readonly #frames = new Map<number, number>();
  readonly #pagesMax: number;
  #end: number;
  #filePages: number;
  #length = Number.POSITIVE_INFINITY;

  /** Beyond `pagesMax` pages, others are unknown. */
  constructor({ salts, frame }: LogPosition, pagesMax: number) {
    this.salts = salts;
    this.#pagesMax = pagesMax;
    this.#end = frame;
    this.#filePages = frame === 0 ? Number.POSITIVE_INFINITY : 0;
  }

  get end(): number {
    return this.#end;
  }

  get size(): number {
    return this.#frames.size;
  }

  isAt({ salts, frame }: LogPosition): boolean {
    return this.salts === salts && this.#end === frame && frame > 0;
  }

  /** The last frame of a page; undefined when the log has not changed it, or when it is unknown. */
  frame(page: number): number | undefined {
    return this.#frames.get(page);
  }

  /** Whether the store's file has a page without a frame as it was when the log began. */
  isInFile(page: number): boolean {
    return page <= this.#filePages;
  }

  /** Call when a checkpoint may have written to the store's file. */
  forgetFile(): void {
    this.#filePages = 0;
  }

  add({ frame, page, pages }: Frame): void {
    if (this.#frames.size < this.#pagesMax || this.#frames.has(page)) this.#frames.set(page, frame);
    // The file has an earlier version of this page.
    else this.forgetFile();
    this.#end = frame;
    if (pages === 0) return;
    if (pages < this.#length) this.#shorten(pages);
    this.#length = pages;
  }

  /** An image may lack pages behind the end, so they are archived as a whole when they come back. */
  #shorten(length: number): void {
    this.#filePages = Math.min(this.#filePages, length);
    for (const page of this.#frames.keys()) if (page > length) this.#frames.delete(page);
  }
}
