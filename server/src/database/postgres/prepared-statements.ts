/** Statements that the server keeps prepared for one connection, each under its own name. Names are never reused. */
export class PreparedStatements {
  readonly #max: number;
  readonly #names = new Map<string, string>();
  readonly #parsing = new Set<string>();
  readonly #unnamed = new Set<string>();
  #closable: string[] = [];
  #made = 0;
  #isOff = false;

  constructor(max: number) {
    this.#max = max;
  }

  get isOff(): boolean {
    return this.#isOff;
  }

  turnOff(): void {
    this.#isOff = true;
  }

  /** Undefined while a Parse of the same text is unanswered: if it fails, the name never exists. */
  nameFor(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined) {
      this.#names.delete(text);
      this.#names.set(text, name);
      return name;
    }
    if (this.#isOff || this.#parsing.has(text) || this.#unnamed.has(text)) return undefined;
    this.#parsing.add(text);
    this.#made += 1;
    return `s${this.#made}`;
  }

  noteParsed(text: string, name: string, hasSucceeded: boolean): void {
    if (!this.#parsing.delete(text) || !hasSucceeded) return;
    this.#names.set(text, name);
    const [oldest] = this.#names.keys();
    if (this.#names.size > this.#max && oldest !== undefined) this.forget(oldest);
  }

  /** The server cannot run the prepared statement. `isShared`: a pooler would give a new name the same statement again. */
  refuse(text: string, isShared: boolean): void {
    this.forget(text);
    if (!isShared) return;
    if (this.#unnamed.size >= this.#max) this.#unnamed.clear();
    this.#unnamed.add(text);
  }

  forget(text: string): void {
    const name = this.#names.get(text);
    if (name === undefined) return;
    this.#names.delete(text);
    this.#closable.push(name);
  }

  takeClosable(): readonly string[] {
    if (this.#closable.length === 0) return NONE;
    const names = this.#closable;
    this.#closable = [];
    return names;
  }
}

const NONE: readonly string[] = [];
