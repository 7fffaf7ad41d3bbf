/** Buffers that all stores of a recovery share: there are never more of them than were in use at one time. */
export class PageBuffers {
  readonly #free: Uint8Array[] = [];
  #inUse = 0;

  get inUse(): number {
    return this.#inUse;
  }

  take(bytes: number): Uint8Array {
    this.#inUse += 1;
    const free = this.#free.pop();
    return free?.length === bytes ? free : new Uint8Array(bytes);
  }

  giveBack(buffer: Uint8Array): void {
    this.#inUse -= 1;
    this.#free.push(buffer);
  }
}
