/** Longer than any caller takes from putting a blob to committing its reference. */
const DAY_MS = 24 * 60 * 60 * 1000;

/** Sweeps skip blobs that this process may yet commit a reference to. After a day no caller can. */
export class UnconfirmedBlobs {
  readonly #sinceMs = new Map<string, number>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  add(id: string): void {
    this.#sinceMs.set(id, this.#nowMs());
  }

  delete(id: string): void {
    this.#sinceMs.delete(id);
  }

  has(id: string): boolean {
    const sinceMs = this.#sinceMs.get(id);
    return sinceMs !== undefined && this.#nowMs() - sinceMs < DAY_MS;
  }
}
