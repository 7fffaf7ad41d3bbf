const TEXTS_MAX = 4_000;
const CHARS_MAX = 8 * 1024 * 1024;

export class StatementNumbers {
  readonly #numbers = new Map<string, number>();
  #fresh: (number | string)[] = [];
  #chars = 0;
  #next = 1;

  numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#next++;
    this.#numbers.set(text, number);
    this.#fresh.push(number, text);
    this.#chars += text.length;
    return number;
  }

  take(): { texts: readonly (number | string)[]; forget: number } {
    const texts = this.#fresh;
    this.#fresh = [];
    const isFull = this.#numbers.size > TEXTS_MAX || this.#chars > CHARS_MAX;
    if (isFull) this.clear();
    return { texts, forget: isFull ? this.#next - 1 : 0 };
  }

  clear(): void {
    this.#numbers.clear();
    this.#fresh = [];
    this.#chars = 0;
  }
}
