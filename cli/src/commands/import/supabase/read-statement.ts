import type { LeftOut } from '../source.ts';
import { type DumpColumn, type DumpTable, type ForeignKey, keyOf } from './dump.ts';
import { type Token, TokenReader, tokensOf } from './tokens.ts';

interface Reading {
  readonly tables: Map<string, DumpTable>;
  readonly enums: Map<string, readonly string[]>;
  readonly leftOut: LeftOut[];
}

export function readStatement(sql: string, reading: Reading): void {
  const read = new TokenReader(tokensOf(sql));
  if (read.take('create')) readCreate(read, reading);
  else if (read.take('alter', 'table')) readAlter(read, reading);
}

function readCreate(read: TokenReader, reading: Reading): void {
  read.take('or', 'replace');
  if (read.take('table') || read.take('unlogged', 'table')) readTable(read, reading);
  else if (read.take('type')) readType(read, reading);
  else if (read.take('unique', 'index')) readUniqueIndex(read, reading);
  else readOther(read, reading);
}

const OTHERS: readonly (readonly [words: readonly string[], kind: string, reason: string])[] = [
  [['view'], 'view', 'Views are not carried over.'],
  [['materialized', 'view'], 'view', 'Views are not carried over.'],
  [['function'], 'function', 'Functions of the database are not carried over: write them as functions of the project.'],
  [['procedure'], 'function', 'Procedures are not carried over: write them as functions of the project.'],
];

function readOther(read: TokenReader, { leftOut }: Reading): void {
  if (read.take('policy')) {
    const policy = read.next()?.value ?? '';
    if (!read.take('on')) return;
    const { schema, name } = read.qualifiedName();
    if (schema === 'public')
      leftOut.push({
        kind: 'policy',
        name: `${name}: ${policy}`,
        reason: 'Write it as a rule: all tables are private until then.',
      });
    return;
  }
  if (read.take('trigger')) {
    const trigger = read.next()?.value ?? '';
    while (read.current !== undefined && !read.take('on')) read.next();
    if (read.qualifiedName().schema === 'public')
      leftOut.push({ kind: 'trigger', name: trigger, reason: 'Triggers are not carried over.' });
    return;
  }
  for (const [words, kind, reason] of OTHERS) {
    if (!read.take(...words)) continue;
    const { schema, name } = read.qualifiedName();
    if (schema === 'public') leftOut.push({ kind, name, reason });
    return;
  }
}

function readTable(read: TokenReader, reading: Reading): void {
  read.take('if', 'not', 'exists');
  const { schema, name } = read.qualifiedName();
  const parts = read.list();
  if (parts === undefined) return;
  const table: DumpTable = { schema, name, columns: [], primaryKey: [], uniques: [], foreignKeys: [] };
  for (const part of parts) {
    if (!readConstraint(new TokenReader(part), table, reading)) table.columns.push(readColumn(part, table));
  }
  reading.tables.set(keyOf(table), table);
}

const AFTER_TYPE = new Set([
  'not',
  'null',
  'default',
  'generated',
  'collate',
  'constraint',
  'primary',
  'unique',
  'references',
  'check',
]);

function readColumn(part: readonly Token[], table: DumpTable): DumpColumn {
  const [first, ...rest] = part;
  const name = first?.value ?? '';
  const end = rest.findIndex(({ kind, value }) => kind === 'word' && AFTER_TYPE.has(value));
  const type = typeOf(end === -1 ? rest : rest.slice(0, end));
  const words = rest.map(({ kind, value }) => (kind === 'word' ? value : ''));
  const has = (...wanted: string[]): boolean =>
    words.some((_, at) => wanted.every((word, offset) => words[at + offset] === word));
  if (has('primary', 'key')) table.primaryKey = [name];
  if (has('unique')) table.uniques.push([name]);
  const references = words.indexOf('references');
  if (references !== -1) table.foreignKeys.push(readReference(new TokenReader(rest.slice(references + 1)), [name]));
  const isGenerated = has('generated', 'always', 'as') && !has('as', 'identity');
  return {
    name,
    type,
    isRequired: has('not', 'null') || has('primary', 'key'),
    hasDefault: has('default'),
    isGenerated,
  };
}

function typeOf(tokens: readonly Token[]): string {
  let depth = 0;
  let text = '';
  for (const { kind, value } of tokens) {
    if (kind === 'sign' && value === '(') depth += 1;
    else if (kind === 'sign' && value === ')') depth -= 1;
    else if (depth === 0) text += kind === 'sign' || text.endsWith('.') || text === '' ? value : ` ${value}`;
  }
  return text;
}

function readAlter(read: TokenReader, reading: Reading): void {
  read.take('if', 'exists');
  read.take('only');
  const table = reading.tables.get(keyOf(read.qualifiedName()));
  if (table === undefined || !read.take('add')) return;
  readConstraint(read, table, reading);
}

function readConstraint(read: TokenReader, table: DumpTable, { leftOut }: Reading): boolean {
  const name = read.take('constraint') ? (read.next()?.value ?? '') : '';
  if (read.take('primary', 'key')) table.primaryKey = namesIn(read);
  else if (read.take('unique')) {
    read.take('nulls', 'not', 'distinct');
    table.uniques.push(namesIn(read));
  } else if (read.take('foreign', 'key')) {
    const columns = namesIn(read);
    if (read.take('references')) table.foreignKeys.push(readReference(read, columns));
  } else if (read.take('check') || read.take('exclude')) {
    if (table.schema === 'public')
      leftOut.push({ kind: 'check', name: `${table.name} ${name}`.trim(), reason: 'Checks are not carried over.' });
  } else return name !== '';
  return true;
}

function readReference(read: TokenReader, columns: readonly string[]): ForeignKey {
  const target = keyOf(read.qualifiedName());
  read.list();
  for (; read.current !== undefined; read.next()) {
    if (!read.take('on', 'delete')) continue;
    if (read.take('cascade')) return { columns, target, onDelete: 'cascade' };
    if (read.take('set', 'null')) return { columns, target, onDelete: 'set_null' };
    break;
  }
  return { columns, target, onDelete: 'restrict' };
}

function readType(read: TokenReader, { enums }: Reading): void {
  const key = keyOf(read.qualifiedName());
  if (!read.take('as', 'enum')) return;
  enums.set(
    key,
    (read.list() ?? []).map(([token]) => token?.value ?? ''),
  );
}

/** `CREATE UNIQUE INDEX name ON schema.table USING btree (a, b)`; an index with expressions or a condition has no counterpart. */
function readUniqueIndex(read: TokenReader, { tables, leftOut }: Reading): void {
  read.take('if', 'not', 'exists');
  const index = read.next()?.value ?? '';
  if (!read.take('on')) return;
  read.take('only');
  const table = tables.get(keyOf(read.qualifiedName()));
  if (table === undefined || table.schema !== 'public') return;
  if (read.take('using')) read.next();
  const parts = read.list() ?? [];
  const names = parts.map(([token]) => token?.value ?? '');
  const isPlain =
    parts.every((part) => part.length === 1) &&
    names.every((name) => table.columns.some((column) => column.name === name));
  if (isPlain && read.current === undefined) table.uniques.push(names);
  else
    leftOut.push({
      kind: 'index',
      name: index,
      reason: 'A unique index of expressions, or with a condition, has no counterpart.',
    });
}

function namesIn(read: TokenReader): string[] {
  return (read.list() ?? []).map(([token]) => token?.value ?? '');
}
