export type Term = Comparison | Group;

interface Comparison {
  readonly column: string;
  readonly operator: string;
  readonly wanted: unknown;
}

export interface Group {
  readonly word: 'and' | 'or' | 'not';
  readonly terms: readonly Term[];
}

interface Cursor {
  readonly text: string;
  at: number;
}

export const LIST_OPERATORS = ['in', 'nin', 'between'];

export function isGroupWord(word: string): word is Group['word'] {
  return word === 'and' || word === 'or' || word === 'not';
}

/** The terms of a filter as text. Undefined for an invalid filter, because only the service explains the mistake. */
export function parseFilter(text: string): readonly Term[] | undefined {
  const cursor = { text, at: 0 };
  const terms = readTerms(cursor);
  return cursor.at === text.length ? terms : undefined;
}

function readTerms(cursor: Cursor): Term[] | undefined {
  return readList(cursor, readTerm);
}

function readTerm(cursor: Cursor): Term | undefined {
  const [, word = ''] = take(cursor, /(and|or|not)\(/y) ?? [];
  if (isGroupWord(word)) {
    const terms = readTerms(cursor);
    return terms && take(cursor, /\)/y) ? { word, terms } : undefined;
  }
  const [, column = '', operator = ''] = take(cursor, /([^:(),"]+):([^:(),"]+):/y) ?? [];
  const wanted = LIST_OPERATORS.includes(operator) ? readValues(cursor) : readValue(cursor);
  return column && wanted !== undefined ? { column, operator, wanted } : undefined;
}

function readValues(cursor: Cursor): string[] | undefined {
  const values = take(cursor, /\(/y) && readList(cursor, readValue);
  return values && take(cursor, /\)/y) ? values : undefined;
}

function readValue(cursor: Cursor): string | undefined {
  const [, quoted, plain] = take(cursor, /"((?:\\[\s\S]|[^"\\])*)"|([^,()"]+)/y) ?? [];
  return plain ?? quoted?.replaceAll(/\\([\s\S])/g, '$1');
}

function readList<T>(cursor: Cursor, readItem: (cursor: Cursor) => T | undefined): T[] | undefined {
  const items: T[] = [];
  do {
    const item = readItem(cursor);
    if (item === undefined) return undefined;
    items.push(item);
  } while (take(cursor, /,/y));
  return items;
}

function take(cursor: Cursor, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text);
  if (found) cursor.at += found[0].length;
  return found;
}
