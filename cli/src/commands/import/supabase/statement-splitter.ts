const STATEMENT_CHARACTERS_MAX = 256 * 1024 * 1024;
const WORD = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y;
const DOLLAR = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;
const ROUTINE = /^create (?:or replace )?(?:function|procedure)$/;

type SplitterState = 'nothing' | 'text' | 'escape-text' | 'name' | 'dollar';

/** Ends a statement as psql does: at a semicolon outside of strings, comments, brackets and `BEGIN ATOMIC … END`. */
export class StatementSplitter {
  #sql = '';
  #inside: SplitterState = 'nothing';
  #dollar = '';
  #comments = 0;
  #brackets = 0;
  #blocks = 0;
  #words: string[] = [];

  get isBetween(): boolean {
    return this.#inside === 'nothing' && this.#comments === 0 && this.#sql.trim() === '';
  }

  *add(piece: string): Generator<string> {
    let from = 0;
    for (let at = 0; at < piece.length; ) {
      if (this.#comments > 0) {
        at = this.#skipComment(piece, at);
        from = at;
      } else if (this.#inside !== 'nothing') {
        at = this.#goOn(piece, at);
      } else if (piece.startsWith('--', at) || piece.startsWith('/*', at)) {
        this.#sql += `${piece.slice(from, at)} `;
        if (piece[at] === '/') this.#comments = 1;
        at = piece[at] === '/' ? at + 2 : endOfLine(piece, at);
        from = at;
      } else if (piece[at] === ';' && this.#brackets === 0 && this.#blocks === 0) {
        const sql = (this.#sql + piece.slice(from, at)).trim();
        this.#sql = '';
        this.#words = [];
        at += 1;
        from = at;
        if (sql !== '') yield sql;
      } else at = this.#open(piece, at);
    }
    this.#sql += piece.slice(from);
    if (this.#sql.length > STATEMENT_CHARACTERS_MAX) throw new RangeError('A statement of the dump is too long.');
  }

  #skipComment(piece: string, at: number): number {
    const mark = /\/\*|\*\//g;
    mark.lastIndex = at;
    const [found] = mark.exec(piece) ?? [];
    if (found === undefined) return piece.length;
    this.#comments += found === '/*' ? 1 : -1;
    return mark.lastIndex;
  }

  #open(piece: string, at: number): number {
    const word = matchAt(WORD, piece, at);
    if (word !== undefined) return this.#takeWord(piece, at, word);
    const dollar = matchAt(DOLLAR, piece, at);
    if (dollar !== undefined) {
      this.#inside = 'dollar';
      this.#dollar = dollar;
      return at + dollar.length;
    }
    const character = piece[at];
    if (character === "'") this.#inside = 'text';
    else if (character === '"') this.#inside = 'name';
    else if (character === '(') this.#brackets += 1;
    else if (character === ')') this.#brackets = Math.max(0, this.#brackets - 1);
    return at + 1;
  }

  #takeWord(piece: string, at: number, written: string): number {
    const end = at + written.length;
    const word = written.toLowerCase();
    if (word === 'e' && piece[end] === "'") {
      this.#inside = 'escape-text';
      return end + 1;
    }
    if (this.#words.length < 4 && !this.#isRoutine) this.#words.push(word);
    if (this.#isRoutine && this.#brackets === 0) {
      if (word === 'begin' || (word === 'case' && this.#blocks > 0)) this.#blocks += 1;
      else if (word === 'end') this.#blocks = Math.max(0, this.#blocks - 1);
    }
    return end;
  }

  get #isRoutine(): boolean {
    return ROUTINE.test(this.#words.join(' '));
  }

  #goOn(piece: string, at: number): number {
    if (this.#inside === 'name') return this.#closeAt(piece, at, '"');
    if (this.#inside === 'dollar') return this.#closeAt(piece, at, this.#dollar);
    if (this.#inside === 'text') return this.#closeAt(piece, at, "'");
    if (piece[at] === '\\') return at + 2;
    if (piece[at] === "'" && piece[at + 1] === "'") return at + 2;
    if (piece[at] === "'") this.#inside = 'nothing';
    return at + 1;
  }

  /** A doubled quote closes and reopens the string, which gives the same result. */
  #closeAt(piece: string, at: number, mark: string): number {
    const end = piece.indexOf(mark, at);
    if (end === -1) return piece.length;
    this.#inside = 'nothing';
    return end + mark.length;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function endOfLine(piece: string, at: number): number {
  const end = piece.indexOf('\n', at);
  return end === -1 ? piece.length : end;
}
