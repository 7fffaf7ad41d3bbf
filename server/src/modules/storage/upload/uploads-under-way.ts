/** The files whose bytes this process is taking in, and that no row refers to yet: no sweep may take them for left-overs. */
export class UploadsUnderWay {
  readonly #ids = new Set<string>();

  add(id: string): void {
    this.#ids.add(id);
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) this.#ids.delete(id);
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }
}
