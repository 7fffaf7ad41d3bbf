/** Longer than anything may take that puts a blob and then commits what refers to it. */
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The ids of blobs this process has put and that were neither confirmed nor deleted: no sweep touches them. After a day
 * nobody can still be about to commit; whoever put one does not know what became of it, and the sweep finds out.
 */
export class Unconfirmed {
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
