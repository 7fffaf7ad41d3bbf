import { failed, wrongUse } from '../../../outcome/failure.ts';

export type Row = Readonly<Record<string, unknown>>;

export interface OpenDatabase {
  rows(sql: string): Iterable<Row>;
  close(): void;
}

/** Uses Node's own SQLite, which exists from Node 22.13 on. */
export function openDatabase(file: string): OpenDatabase {
  const sqlite = process.getBuiltinModule?.('node:sqlite');
  if (sqlite === undefined) throw wrongUse(`This needs Node 22.13 or newer; it runs on ${process.versions.node}.`);
  const database = new sqlite.DatabaseSync(file);
  return {
    *rows(sql) {
      try {
        yield* database.prepare(sql).iterate() as Iterable<Row>;
      } catch (error) {
        throw failed(`The database cannot be read: ${error instanceof Error ? error.message : error}.`, 'unreadable');
      }
    },
    close: () => database.close(),
  };
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
