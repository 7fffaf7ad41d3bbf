import type { Readable } from 'node:stream';
import { readLines } from '../../../files/read-lines.ts';
import type { Dump, DumpRow, DumpTable } from './dump.ts';
import { readCopyHead, readCopyLine, readInsert } from './read-rows.ts';
import { readStatement } from './read-statement.ts';
import { RowFiles } from './row-files.ts';
import { splitSql } from './split-sql.ts';
import { TokenReader, tokensOf } from './tokens.ts';

/** Tables whose rows are only counted, not imported. */
const COUNTED = new Set(['auth.identities', 'storage.objects']);
const ROWS_START = /^(COPY|INSERT)\s/i;

export async function readDump(bytes: Readable, folder: string): Promise<Dump> {
  const tables = new Map<string, DumpTable>();
  const dump = { tables, enums: new Map<string, readonly string[]>(), leftOut: [] };
  const files = new RowFiles(folder);
  let copy: { key: string; columns: readonly string[] } | undefined;
  for await (const part of splitSql(readLines(bytes))) {
    if (part.kind === 'copy-row') {
      if (copy !== undefined) await storeRow(files, copy.key, readCopyLine(part.line, copy.columns));
    } else if (ROWS_START.test(part.sql)) {
      const read = new TokenReader(tokensOf(part.sql));
      copy = readCopyHead(read, tables);
      if (copy === undefined) for (const { key, row } of readInsert(read, tables)) await storeRow(files, key, row);
    } else readStatement(part.sql, dump);
  }
  await files.finish();
  return { ...dump, rowCount: (table) => files.count(table), rows: (table) => files.rows(table) };
}

async function storeRow(files: RowFiles, key: string, row: DumpRow): Promise<void> {
  if (COUNTED.has(key)) files.countOnly(key);
  else if (key === 'auth.users' || key.startsWith('public.')) await files.add(key, row);
}
