import { type OnDelete, physicalName } from '../schema/table.ts';
import type { TableDefinition } from './definition.ts';

/** SQLite keeps one for itself and has table-valued functions of the other, which a table of that name would hide. */
const RESERVED_PREFIX = /^(?:sqlite|json)_/;

/**
 * The table's name in the database: its own, but for the reserved prefixes. The id stands in for such a name, because a
 * prefix more could make it longer than the 63 bytes PostgreSQL compares.
 */
export function physicalTable(table: { readonly id: string; readonly name: string }): string {
  return RESERVED_PREFIX.test(table.name) ? `_t_${compact(table.id)}` : table.name;
}

export function physicalColumn(column: { readonly name: string }): string {
  return physicalName(column.name);
}

export const primaryKeyName = (tableId: string): string => `_p_${compact(tableId)}`;

/** Differs by what happens on delete, because the column that replaces another one for that stands beside it for a moment. */
export const foreignKeyName = (table: TableDefinition, key: string, onDelete: OnDelete): string =>
  `_f_${compact(table.id)}_${key}_${onDelete.charAt(0)}`;

/** Unique and plain indexes have different names, so that one can be made while the other still stands. */
export const indexName = (tableId: string, key: string, isUnique: boolean): string =>
  `${isUnique ? '_u' : '_i'}_${compact(tableId)}_${key}`;

/** Of an index that goes on with the time of creation: it can be made while the plain one still stands. */
export const timeIndexName = (tableId: string, key: string): string => `_n_${compact(tableId)}_${key}`;

/** Of a capture trigger, and of the function it runs where triggers need one. */
export const captureName = (tableId: string, op: string): string => `_c_${compact(tableId)}_${op}`;

/** Of a table of words, which an engine may keep beside the owner's table. */
export const wordTableName = (tableId: string, key: string): string => `_s_${compact(tableId)}_${key}`;

/** Of the table that gives the rows of a table of words their ids. */
export const wordIdsName = (tableId: string, key: string): string => `_m_${compact(tableId)}_${key}`;

/** Of an index on a column of words. */
export const wordIndexName = (tableId: string, key: string): string => `_g_${compact(tableId)}_${key}`;

/** Of a trigger that keeps words up to date. */
export const wordTriggerName = (tableId: string, op: string): string => `_w_${compact(tableId)}_${op}`;

/** Of a column beside the owner's that keeps its words, or those of texts that are too long for it. */
export const wordColumnName = (wordsKey: string): string => `_s_${wordsKey}`;
export const longWordColumnName = (wordsKey: string): string => `_l_${wordsKey}`;

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function compact(id: string): string {
  return id.replaceAll('-', '');
}
