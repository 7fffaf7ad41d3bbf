import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Encoding } from '../../../files/decode-text.ts';
import { walkFolder } from '../../../files/walk-folder.ts';
import { inputFailure, wrongUse } from '../../../outcome/failure.ts';
import { fittingColumns, fittingNames, idOf } from '../names.ts';
import {
  type LeftOut,
  type Source,
  type SourceColumn,
  SourceFile,
  type SourceRow,
  type SourceTable,
  type SourceUser,
} from '../source.ts';
import { ColumnKind, isoTime } from './column-kind.ts';
import { userOf } from './csv-users.ts';
import { type CsvFile, readCsv } from './read-csv.ts';

const FILES = 'files';
const USERS = 'users.csv';
const SYSTEM_TIMES = ['created_at', 'updated_at'];
const OLD_ID = 'original_id';

const TOO_LARGE = 'It has whole numbers beyond ±(2^53−1), which no number here can hold: it becomes text.';

export async function openCsvFolder(folder: string, encoding: Encoding): Promise<Source> {
  const files = await csvFiles(folder);
  if (files.length === 0) throw wrongUse(`${folder} has no CSV files.`);
  const leftOut: LeftOut[] = [];
  const names = fittingNames(files.map((file) => file.replace(/\.csv$/i, '')));
  const tables: SourceTable[] = [];
  let users: CsvFile | undefined;
  for (const file of files) {
    const place: CsvFile = { file: join(folder, file), encoding };
    const scan = await scanFile(place);
    if (file.toLowerCase() === USERS && scan.kinds.has('email')) {
      users = place;
      continue;
    }
    const name = names.get(file.replace(/\.csv$/i, '')) ?? file;
    tables.push(tableOf(place, name, scan));
    for (const [column, kind] of scan.kinds) {
      // Old ids are text in any case.
      if (kind.isTooLarge && column !== 'id')
        leftOut.push({ kind: 'column', name: `${name}.${column}`, reason: TOO_LARGE });
    }
    if (scan.rows === 0) leftOut.push({ kind: 'table', name, reason: 'It has no rows: all its columns are text.' });
  }
  return {
    tables,
    leftOut,
    users: () => usersOf(users),
    files: () => filesBelow(folder, leftOut),
    close: () => Promise.resolve(),
  };
}

async function csvFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && /\.csv$/i.test(entry.name))
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    throw inputFailure(folder, error);
  }
}

interface Scan {
  readonly kinds: ReadonlyMap<string, ColumnKind>;
  readonly rows: number;
}

async function scanFile(file: CsvFile): Promise<Scan> {
  const kinds = new Map<string, ColumnKind>();
  let rows = 0;
  const note = (names: readonly string[]): void => {
    for (const name of names) kinds.set(name, new ColumnKind());
  };
  for await (const row of readCsv(file, note)) {
    rows += 1;
    for (const [name, value] of Object.entries(row)) kinds.get(name)?.see(value);
  }
  return { kinds, rows };
}

function tableOf(file: CsvFile, name: string, { kinds }: Scan): SourceTable {
  const hasUuids = kinds.get('id')?.isUuid ?? false;
  const isKept = (column: string): boolean =>
    column === 'id' || (SYSTEM_TIMES.includes(column) && kinds.get(column)?.type === 'timestamp');
  const plain = [...kinds.keys()].filter((column) => !isKept(column));
  const fitting = fittingColumns([OLD_ID, ...plain]);
  const columns: SourceColumn[] = plain.map((column) => ({
    name: fitting.get(column) ?? column,
    type: kinds.get(column)?.type ?? 'text',
  }));
  const hasOldIds = kinds.has('id') && !hasUuids;
  return {
    name,
    columns: [...(hasOldIds ? [{ name: OLD_ID, type: 'text', unique: true } as const] : []), ...columns],
    indexes: [],
    rules: {},
    async *rows() {
      for await (const row of readCsv(file)) {
        const values = plain.map((column) => [fitting.get(column), kinds.get(column)?.valueOf(row[column] ?? '')]);
        const times = SYSTEM_TIMES.filter((time) => isKept(time) && row[time]).map((time) => [
          time,
          isoTime(row[time] ?? ''),
        ]);
        yield { ...idsOf(name, row['id'] ?? '', hasOldIds), ...Object.fromEntries([...values, ...times]) };
      }
    },
  };
}

function idsOf(table: string, id: string, hasOldIds: boolean): SourceRow {
  if (id === '') return {};
  return { id: idOf(`csv ${table}`, id), ...(hasOldIds && { [OLD_ID]: id }) };
}

async function* usersOf(file: CsvFile | undefined): AsyncGenerator<SourceUser> {
  if (file === undefined) return;
  for await (const row of readCsv(file)) yield userOf(row);
}

async function* filesBelow(folder: string, leftOut: LeftOut[]): AsyncGenerator<SourceFile> {
  const { files, skipped } = await walkFolder(join(folder, FILES));
  for (const path of skipped)
    leftOut.push({ kind: 'file', name: path, reason: 'Links and hidden files are left out.' });
  for (const { path } of files) yield new SourceFile(join(folder, FILES, path), path);
}
