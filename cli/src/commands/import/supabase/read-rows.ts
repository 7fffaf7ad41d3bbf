import { type DumpRow, type DumpTable, keyOf } from './dump.ts';
import type { Token, TokenReader } from './tokens.ts';

type TablesByName = ReadonlyMap<string, DumpTable>;

export function readCopyHead(
  read: TokenReader,
  tables: TablesByName,
): { key: string; columns: readonly string[] } | undefined {
  if (!read.take('copy')) return undefined;
  const key = keyOf(read.qualifiedName());
  return { key, columns: namesOf(read) ?? allColumns(tables, key) };
}

const COPY_ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** A line in COPY's text format: tabs between values, `\N` for null, backslash escapes for special characters. */
export function readCopyLine(line: string, columns: readonly string[]): DumpRow {
  const values = line.split('\t').map((value) => {
    if (value === '\\N') return null;
    if (!value.includes('\\')) return value;
    return value.replaceAll(
      /\\(?:x([0-9a-fA-F]{1,2})|([0-7]{1,3})|([\s\S]))/g,
      (_, hex?: string, octal?: string, other = '') => {
        if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
        if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
        return COPY_ESCAPES[other] ?? other;
      },
    );
  });
  return Object.fromEntries(columns.map((name, index) => [name, values[index] ?? null]));
}

export function* readInsert(read: TokenReader, tables: TablesByName): Generator<{ key: string; row: DumpRow }> {
  if (!read.take('insert', 'into')) return;
  const key = keyOf(read.qualifiedName());
  const columns = namesOf(read) ?? allColumns(tables, key);
  read.take('overriding', 'system', 'value');
  if (!read.take('values')) return;
  do {
    const values = read.list() ?? [];
    yield { key, row: Object.fromEntries(columns.map((name, index) => [name, literalOf(values[index] ?? [])])) };
  } while (read.take(','));
}

function literalOf(tokens: readonly Token[]): string | null {
  const [first, second] = tokens;
  if (first === undefined || (first.kind === 'word' && first.value === 'null')) return null;
  if (first.kind === 'sign' && first.value === '-') return `-${second?.value ?? ''}`;
  return first.value;
}

function namesOf(read: TokenReader): string[] | undefined {
  return read.list()?.map(([token]) => token?.value ?? '');
}

function allColumns(tables: TablesByName, key: string): string[] {
  return (tables.get(key)?.columns ?? []).filter(({ isGenerated }) => !isGenerated).map(({ name }) => name);
}
