import type { IndexBuild } from '../database.ts';
import { quoted, sideTableOf } from '../ddl/names.ts';
import { indexText } from '../ddl/table-steps.ts';
import { sqliteDialect } from './dialect.ts';

/** A table that triggers keep equal to the id and the indexed columns of another table, with the index that is built. */
export interface SideTable {
  readonly name: string;
  /** The name of its index until the other table adopts it. */
  readonly index: string;
  readonly triggers: readonly string[];
  readonly create: readonly string[];
  /**
   * Exchanges the empty index that `create` has made for the one that is built. Absent for a unique index, which
   * refuses equal rows from the start.
   */
  readonly createIndex: readonly string[] | undefined;
  /** Counts the first ?3 rows with ids after ?1 and up to ?2, and the bytes of their columns. */
  readonly count: string;
  /** Copies the rows with ids after ?1 and up to ?2 that triggers have not copied yet. */
  readonly fill: string;
  /** Counts the rows with ids after ?1 and up to ?2 that are in one table only or differ. */
  readonly countDifferences: string;
  /** The id that is ?2 rows behind the first one after ?1. */
  readonly endOfPortion: string;
  /** The statement that would have made the index in its table. */
  readonly indexText: string;
}

export function sideTableFor(index: IndexBuild): SideTable {
  const name = sideTableOf(index.name);
  const [side, table] = [quoted(name), quoted(index.table)];
  const columns = index.columns.map((column) => quoted(column.name));
  const all = ['"id"', ...columns].join(', ');
  const triggers = triggersOf(name);
  const [onInsert = '', onUpdate = '', onDelete = ''] = triggers.map(quoted);
  const range = (of: string): string => `${of}."id" > ?1 AND ${of}."id" <= ?2`;
  const differs = columns.map((column) => `_s.${column} IS NOT _t.${column}`).join(' OR ');
  const sideIndex = sideIndexName(index.name);
  const sideIndexText = indexText(sqliteDialect, { ...index, name: sideIndex, table: name });
  const bytes = columns.map((column) => `total(octet_length(_s.${column}))`).join(' + ');
  return {
    name,
    index: sideIndex,
    triggers,
    create: [
      `CREATE TABLE ${side} ("id" TEXT PRIMARY KEY, ${index.columns
        .map((column) => `${quoted(column.name)} ${column.type}`)
        .join(', ')}) WITHOUT ROWID`,
      // No id is null. The empty index says which index the side table is for.
      index.unique ? sideIndexText : `${sideIndexText} WHERE "id" IS NULL`,
      `CREATE TRIGGER ${onInsert} AFTER INSERT ON ${table} BEGIN
        INSERT INTO ${side} (${all}) VALUES (NEW."id", ${columns.map((column) => `NEW.${column}`).join(', ')}); END`,
      `CREATE TRIGGER ${onUpdate} AFTER UPDATE OF ${columns.join(', ')} ON ${table} BEGIN
        UPDATE ${side} SET ${columns.map((column) => `${column} = NEW.${column}`).join(', ')} WHERE "id" = OLD."id"; END`,
      `CREATE TRIGGER ${onDelete} AFTER DELETE ON ${table} BEGIN DELETE FROM ${side} WHERE "id" = OLD."id"; END`,
    ],
    createIndex: index.unique ? undefined : [`DROP INDEX ${quoted(sideIndex)}`, sideIndexText],
    count: `SELECT count(*) AS "rows", ${bytes} AS "bytes"
      FROM (SELECT ${columns.join(', ')} FROM ${side} AS _t WHERE ${range('_t')} ORDER BY "id" LIMIT ?3) AS _s`,
    fill: `INSERT INTO ${side} (${all}) SELECT ${all} FROM ${table} AS _t WHERE ${range('_t')} ON CONFLICT ("id") DO NOTHING`,
    countDifferences: `SELECT
      (SELECT count(*) FROM ${table} AS _t LEFT JOIN ${side} AS _s ON _s."id" = _t."id"
        WHERE ${range('_t')} AND (_s."id" IS NULL OR ${differs})) +
      (SELECT count(*) FROM ${side} AS _s WHERE ${range('_s')} AND NOT EXISTS
        (SELECT 1 FROM ${table} AS _t WHERE _t."id" = _s."id")) AS "count"`,
    endOfPortion: `SELECT "id" FROM ${table} WHERE "id" > ?1 ORDER BY "id" LIMIT 1 OFFSET ?2`,
    indexText: indexText(sqliteDialect, index),
  };
}

export const sideIndexName = (index: string): string => `_x${index}`;

export function triggersOf(sideTable: string): readonly string[] {
  return ['insert', 'update', 'delete'].map((op) => `${sideTable}_${op}`);
}
