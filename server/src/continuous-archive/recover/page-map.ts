/** Pages by their numbers. Copies the bytes, into buffers that it uses again. */
export class PageMap {
  readonly #pages = new Map<number, Uint8Array>();
  readonly #free: Uint8Array[] = [];

  get size(): number {
    return this.#pages.size;
  }

  has(page: number): boolean {
    return this.#pages.has(page);
  }

  set(page: number, bytes: Uint8Array): void {
    const known = this.#pages.get(page) ?? this.#free.pop();
    const buffer = known?.length === bytes.length ? known : new Uint8Array(bytes.length);
    buffer.set(bytes);
    this.#pages.set(page, buffer);
  }

  /** Gives its pages to another map without a copy, and is empty then. */
  moveTo(other: PageMap): void {
    for (const [page, buffer] of this.#pages) {
      const known = other.#pages.get(page) ?? other.#free.pop();
      if (known !== undefined) this.#free.push(known);
      other.#pages.set(page, buffer);
    }
    this.#pages.clear();
  }

  sorted(): readonly (readonly [page: number, bytes: Uint8Array])[] {
    return [...this.#pages].sort(([a], [b]) => a - b);
  }

  clear(): void {
    this.#free.push(...this.#pages.values());
    this.#pages.clear();
  }

  release(): void {
    this.#pages.clear();
    this.#free.length = 0;
  }
}
