import { BrokenFile, ROW_BYTES_MAX } from './record.ts';

/** `text` is undefined when the element is larger than a row may be. */
export interface JsonElement {
  readonly line: number;
  readonly text: string | undefined;
}

/** Limit of the text before and after the rows of an export: `{"data":[…],"count":n}`. */
const WRAPPER_CHARACTERS_MAX = 1000;
const BEFORE_ROWS = /^\uFEFF?\s*(?:\[|\{\s*"data"\s*:\s*\[)$/;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;

/** Holds one element at a time. Accepts an array, or an object whose first member `data` is an array. */
export async function* splitJsonArray(pieces: AsyncIterable<string>): AsyncGenerator<readonly JsonElement[]> {
  const splitter = new Splitter();
  for await (const piece of pieces) {
    const found: JsonElement[] = [];
    try {
      splitter.push(piece, found);
    } finally {
      if (found.length > 0) yield found;
    }
  }
  splitter.end();
}

class Splitter {
  #place: 'before' | 'between' | 'within' | 'after' = 'before';
  #line = 1;
  #outside = '';
  #isWrapped = false;
  #needsElement = false;
  #isFirst = true;
  #parts: string[] = [];
  #size = 0;
  #startLine = 1;
  #depth = 0;
  #inString = false;
  #isEscaped = false;

  /** Adds the elements that end in this piece, including those before an error. */
  push(piece: string, into: JsonElement[]): void {
    let start = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const code = piece.charCodeAt(at);
      if (this.#place === 'within') {
        if (!this.#endsBefore(code)) {
          if (code === NEWLINE) this.#line += 1;
          continue;
        }
        this.#keep(piece.slice(start, at));
        into.push(this.#finish());
      }
      if (this.#outsideElement(code)) start = at;
      if (code === NEWLINE) this.#line += 1;
    }
    if (this.#place === 'within') this.#keep(piece.slice(start));
  }

  end(): void {
    if (this.#place !== 'after') throw new BrokenFile(this.#line, 'The file ends before its list of rows does.');
    if (!isEnd(this.#outside, this.#isWrapped)) throw this.#broken('Something follows the list of rows.');
  }

  #endsBefore(code: number): boolean {
    if (this.#inString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (code === BACKSLASH) this.#isEscaped = true;
      else if (code === QUOTE) this.#inString = false;
      return false;
    }
    if (this.#depth === 0 && (code === COMMA || isClosing(code))) return true;
    if (code === QUOTE) this.#inString = true;
    else if (isOpening(code)) this.#depth += 1;
    else if (isClosing(code)) this.#depth -= 1;
    return false;
  }

  /** Takes a character outside all elements; true when an element begins with it. */
  #outsideElement(code: number): boolean {
    if (this.#place === 'before') {
      this.#readBefore(code);
      return false;
    }
    if (this.#place === 'after') {
      this.#addOutside(code);
      return false;
    }
    if (isSpace(code)) return false;
    if (code === 0x5d && (this.#isFirst || !this.#needsElement)) {
      this.#place = 'after';
      return false;
    }
    if (code === COMMA && !this.#needsElement && !this.#isFirst) {
      this.#needsElement = true;
      return false;
    }
    if (isClosing(code) || code === COMMA || (!this.#isFirst && !this.#needsElement)) {
      throw this.#broken('The list of rows is not valid JSON here.');
    }
    this.#begin(code);
    return true;
  }

  #begin(code: number): void {
    this.#place = 'within';
    this.#startLine = this.#line;
    this.#isFirst = false;
    this.#needsElement = false;
    this.#depth = isOpening(code) ? 1 : 0;
    this.#inString = code === QUOTE;
  }

  #readBefore(code: number): void {
    this.#addOutside(code);
    if (code !== 0x5b) return;
    if (!BEFORE_ROWS.test(this.#outside)) throw this.#broken('The file must be a list of rows.');
    this.#isWrapped = this.#outside.includes('{');
    this.#outside = '';
    this.#place = 'between';
  }

  #addOutside(code: number): void {
    this.#outside += String.fromCharCode(code);
    if (this.#outside.length <= WRAPPER_CHARACTERS_MAX) return;
    throw this.#broken(
      this.#place === 'before' ? 'The file must be a list of rows.' : 'Something follows the list of rows.',
    );
  }

  #keep(part: string): void {
    this.#size += part.length;
    if (this.#size <= ROW_BYTES_MAX) this.#parts.push(part);
    else this.#parts = [];
  }

  #finish(): JsonElement {
    const text = this.#size <= ROW_BYTES_MAX ? this.#parts.join('') : undefined;
    this.#parts = [];
    this.#size = 0;
    this.#place = 'between';
    return { line: this.#startLine, text };
  }

  #broken(problem: string): BrokenFile {
    return new BrokenFile(this.#line, problem);
  }
}

function isEnd(text: string, isWrapped: boolean): boolean {
  if (!isWrapped) return text.trim() === '';
  try {
    JSON.parse(`{"data":[]${text}`);
    return true;
  } catch {
    return false;
  }
}

function isOpening(code: number): boolean {
  return code === 0x5b || code === 0x7b;
}

function isClosing(code: number): boolean {
  return code === 0x5d || code === 0x7d;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === NEWLINE || code === 0x0d || code === 0x09;
}
