import { BrokenFile, ROW_BYTES_MAX } from './record.ts';

/** An empty cell is null, a pair of quotes is empty text. */
export type Cell = string | null;

export interface CsvRow {
  /** The line it begins on, counted from 1. */
  readonly line: number;
  readonly cells: readonly Cell[];
}

const QUOTE = '"';
const COMMA = 0x2c;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const QUOTE_CODE = 0x22;
const STRAY_QUOTE = 'A quote is in an unquoted cell. Quote such a cell and double its quotes.';

/** Holds at most one row (RFC 4180). Stops at the first misplaced quote, because the text after it is ambiguous. */
export class CsvSplitter {
  #rest = '';
  #line = 1;
  #isFirst = true;
  /** A shorter text is known to hold no complete row. */
  #enough = 0;

  push(piece: string, into: CsvRow[]): void {
    this.#rest += this.#isFirst && piece.startsWith('\uFEFF') ? piece.slice(1) : piece;
    if (piece !== '') this.#isFirst = false;
    // Avoids scanning a long row again with every piece, however small the pieces are.
    if (this.#rest.length >= this.#enough) this.#split(false, into);
  }

  end(into: CsvRow[]): void {
    this.#split(true, into);
  }

  #split(isLast: boolean, into: CsvRow[]): void {
    const text = this.#rest;
    let at = 0;
    let quote = text.indexOf(QUOTE);
    while (at < text.length) {
      if (quote !== -1 && quote < at) quote = text.indexOf(QUOTE, at);
      const newline = text.indexOf('\n', at);
      const end = newline === -1 ? text.length : newline;
      const isPlain = quote === -1 || quote > end;
      if (isPlain && newline === -1 && !isLast) break;
      const next = isPlain ? this.#plainRow(text, at, end, into) : this.#quotedRow(text, at, isLast, into);
      if (next === undefined) break;
      at = next;
    }
    this.#rest = text.slice(at);
    this.#requireSize(this.#rest.length);
    this.#enough = this.#rest.length * 1.5;
  }

  #plainRow(text: string, at: number, end: number, into: CsvRow[]): number {
    this.#requireSize(end - at);
    const stop = end < text.length && end > at && text.charCodeAt(end - 1) === RETURN ? end - 1 : end;
    if (stop > at) {
      const cells: Cell[] = text.slice(at, stop).split(',');
      for (let index = 0; index < cells.length; index += 1) if (cells[index] === '') cells[index] = null;
      into.push({ line: this.#line, cells });
    }
    this.#line += 1;
    return end + 1;
  }

  /** Undefined when the row does not end in this text. */
  #quotedRow(text: string, start: number, isLast: boolean, into: CsvRow[]): number | undefined {
    const cells: Cell[] = [];
    let line = this.#line;
    for (let at = start; ; at += 1) {
      const cell = text.charCodeAt(at) === QUOTE_CODE ? quotedCell(text, at, isLast, line) : plainCell(text, at, line);
      if (cell === undefined) return undefined;
      cells.push(cell.value);
      at = cell.end;
      line += cell.lines;
      const end = endOfRow(text, at);
      // A line end or doubled quote may be split between pieces; the next piece decides.
      if (!isLast && (at === text.length || (end === undefined && at + 1 === text.length))) return undefined;
      if (end !== undefined) {
        this.#requireSize(end - start);
        into.push({ line: this.#line, cells });
        this.#line = line + 1;
        return end;
      }
      if (text.charCodeAt(at) !== COMMA) throw new BrokenFile(line, STRAY_QUOTE);
    }
  }

  #requireSize(size: number): void {
    if (size > ROW_BYTES_MAX) throw new BrokenFile(this.#line, `A row is larger than ${ROW_BYTES_MAX} bytes.`);
  }
}

interface FoundCell {
  readonly value: Cell;
  readonly end: number;
  readonly lines: number;
}

function quotedCell(text: string, start: number, isLast: boolean, line: number): FoundCell | undefined {
  let value = '';
  for (let from = start + 1; ; ) {
    const close = text.indexOf(QUOTE, from);
    if (close === -1) {
      if (isLast) throw new BrokenFile(line, 'A quoted cell is not closed.');
      return undefined;
    }
    if (text.charCodeAt(close + 1) !== QUOTE_CODE) {
      value += text.slice(from, close);
      return { value, end: close + 1, lines: value.includes('\n') ? value.split('\n').length - 1 : 0 };
    }
    value += text.slice(from, close + 1);
    from = close + 2;
  }
}

function plainCell(text: string, start: number, line: number): FoundCell {
  let end = start;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === COMMA || code === NEWLINE) break;
    if (code === QUOTE_CODE) throw new BrokenFile(line, STRAY_QUOTE);
  }
  if (end > start && text.charCodeAt(end) === NEWLINE && text.charCodeAt(end - 1) === RETURN) end -= 1;
  return { value: end === start ? null : text.slice(start, end), end, lines: 0 };
}

function endOfRow(text: string, at: number): number | undefined {
  if (at === text.length || text.charCodeAt(at) === NEWLINE) return at === text.length ? at : at + 1;
  return text.charCodeAt(at) === RETURN && text.charCodeAt(at + 1) === NEWLINE ? at + 2 : undefined;
}
