/** Counts commits from when the main thread hears of them, so the lag grows even while the thread is dead. */
export class ArchiveLag {
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
