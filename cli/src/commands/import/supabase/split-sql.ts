/** A statement, or a row of data behind `COPY … FROM stdin`. */
export type DumpPart =
  | { readonly kind: 'statement'; readonly sql: string }
  | { readonly kind: 'copy-row'; readonly line: string };

const COPY = /^COPY\s.*\sFROM\s+stdin\s*$/is;
const STATEMENT_CHARACTERS_MAX = 256 * 1024 * 1024;

/** Splits a dump into statements and rows as it is read; texts, comments and dollar quotes may hold anything. */
export async function* splitSql(lines: AsyncIterable<string>): AsyncGenerator<DumpPart> {
  let splitter = new StatementSplitter();
  let isCopying = false;
  for await (const line of lines) {
    if (isCopying) {
      if (line === '\\.') isCopying = false;
      else yield { kind: 'copy-row', line };
      continue;
    }
    // `\connect` and the like are for psql.
    if (splitter.isBetween && line.startsWith('\\')) continue;
    for (const sql of splitter.add(`${line}\n`)) {
      yield { kind: 'statement', sql };
      if (!COPY.test(sql)) continue;
      isCopying = true;
      splitter = new StatementSplitter();
    }
  }
}

type Inside = 'nothing' | 'line-comment' | 'block-comment' | 'text' | 'escape-text' | 'name' | 'dollar';

class StatementSplitter {
  #sql = '';
  #inside: Inside = 'nothing';
  #dollar = '';

  get isBetween(): boolean {
    return this.#inside === 'nothing' && this.#sql.trim() === '';
  }

  /** The statements that this piece ends. */
  *add(piece: string): Generator<string> {
    let from = 0;
    for (let at = 0; at < piece.length; ) {
      if (this.#inside === 'nothing' && piece[at] === ';') {
        const sql = (this.#sql + piece.slice(from, at)).trim();
        this.#sql = '';
        from = at + 1;
        at = from;
        if (sql !== '') yield sql;
        continue;
      }
      if (this.#inside === 'nothing' && piece.startsWith('--', at)) {
        this.#sql += piece.slice(from, at);
        const end = piece.indexOf('\n', at);
        from = end === -1 ? piece.length : end;
        at = from;
        continue;
      }
      at += this.#step(piece, at);
    }
    this.#sql += piece.slice(from);
    if (this.#sql.length > STATEMENT_CHARACTERS_MAX) throw new RangeError('A statement of the dump is too long.');
  }

  /** Goes over what stands at this place, and gives its length. */
  #step(piece: string, at: number): number {
    switch (this.#inside) {
      case 'text':
      case 'escape-text':
        return this.#stepText(piece, at);
      case 'name':
        return this.#closeAt(piece, at, '"');
      case 'block-comment':
        return this.#closeAt(piece, at, '*/');
      case 'dollar':
        return this.#closeAt(piece, at, this.#dollar);
      default:
        return this.#open(piece, at);
    }
  }

  #open(piece: string, at: number): number {
    const character = piece[at];
    if (character === "'") {
      this.#inside = /(?:^|[^A-Za-z0-9_])[eE]$/.test(piece.slice(Math.max(0, at - 2), at)) ? 'escape-text' : 'text';
      return 1;
    }
    if (character === '"') {
      this.#inside = 'name';
      return 1;
    }
    if (piece.startsWith('/*', at)) {
      this.#inside = 'block-comment';
      return 2;
    }
    const [mark] = character === '$' ? (/^\$(?:[A-Za-z_]\w*)?\$/.exec(piece.slice(at, at + 70)) ?? []) : [];
    if (mark === undefined) return 1;
    this.#inside = 'dollar';
    this.#dollar = mark;
    return mark.length;
  }

  #stepText(piece: string, at: number): number {
    if (this.#inside === 'escape-text' && piece[at] === '\\') return 2;
    if (piece[at] !== "'") return 1;
    if (piece[at + 1] === "'") return 2;
    this.#inside = 'nothing';
    return 1;
  }

  #closeAt(piece: string, at: number, mark: string): number {
    const end = piece.indexOf(mark, at);
    if (end === -1) return piece.length - at;
    this.#inside = 'nothing';
    return end - at + mark.length;
  }
}
