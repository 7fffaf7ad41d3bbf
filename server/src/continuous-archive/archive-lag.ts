/**
 * Since when the oldest change waits to be archived. Counts commits from the moment the main thread hears of them, so the lag grows even
 * while the archiver's thread is busy or dead.
 */
export class ArchiveLag {
  /** Since when there are commits that the thread may not know of. */
  #firstMs: number | undefined;
  #lastMs = 0;

  note(atMs: number): void {
    this.#firstMs ??= atMs;
    this.#lastMs = atMs;
  }

  /** The thread knows of every commit from before this time. */
  heard(heardMs: number): void {
    if (this.#firstMs === undefined) return;
    this.#firstMs = this.#lastMs < heardMs ? undefined : Math.max(this.#firstMs, heardMs);
  }

  /** `waitingSinceMs`: since when changes wait that the thread knows of. Undefined when nothing waits. */
  sinceMs(waitingSinceMs: number | undefined): number | undefined {
    if (this.#firstMs === undefined) return waitingSinceMs;
    return Math.min(this.#firstMs, waitingSinceMs ?? Number.POSITIVE_INFINITY);
  }
}
