import { type OnDelete, physicalName } from '../schema/table.ts';
import type { TableDefinition } from './definition.ts';

/** SQLite reserves `sqlite_`, and a table named like its table-valued `json_` functions would hide them. */
const RESERVED_PREFIX = /^(?:sqlite|json)_/;

/** A reserved name is replaced by the id: a longer prefix could exceed the 63 bytes that PostgreSQL compares. */
export function physicalTable(table: { readonly id: string; readonly name: string }): string {
  return RESERVED_PREFIX.test(table.name) ? `_t_${compact(table.id)}` : table.name;
}

export function physicalColumn(column: { readonly name: string }): string {
  return physicalName(column.name);
}

/** Name of a column that the definition does not show, or does not show yet. */
export const hiddenColumn = ({ key }: { readonly key: string }): string => `_renamed_${key}`;

export const primaryKeyName = (tableId: string): string => `_p_${compact(tableId)}`;

/** Includes the action, because a column that is replaced to change it briefly exists beside its replacement. */
export const foreignKeyName = (table: TableDefinition, key: string, onDelete: OnDelete): string =>
  `${foreignKeyPrefix(table.id)}${key}_${onDelete.charAt(0)}`;

export const foreignKeyPrefix = (tableId: string): string => `_f_${compact(tableId)}_`;

/** Unique and plain indexes have different names, so that one can be created while the other still exists. */
export const indexName = (tableId: string, key: string, isUnique: boolean): string =>
  `${isUnique ? '_u' : '_i'}_${compact(tableId)}_${key}`;

export const timeIndexName = (tableId: string, key: string): string => `_n_${compact(tableId)}_${key}`;

/** A table in which an engine builds an index of another table, one at a time. */
export const sideTableName = (tableId: string): string => `_x_${compact(tableId)}`;

/** The side table of an index, from the index's name. */
export function sideTableOf(index: string): string {
  const [, , tableId = ''] = index.split('_');
  return sideTableName(tableId);
}

/** A side table that its build does not need any more, until its rows are deleted. */
export const leftTableOf = (index: string): string => `${LEFT_TABLES}${index}`;
export const LEFT_TABLES = '_y';

export const captureName = (tableId: string, op: string): string => `_c_${compact(tableId)}_${op}`;

export const wordTableName = (tableId: string, key: string): string => `_s_${compact(tableId)}_${key}`;

export const wordIdsName = (tableId: string, key: string): string => `_m_${compact(tableId)}_${key}`;

export const wordEntriesName = (tableId: string, key: string): string => `_v_${compact(tableId)}_${key}`;

export const wordIndexName = (tableId: string, key: string): string => `_g_${compact(tableId)}_${key}`;

export const wordTriggerName = (tableId: string, op: string): string => `_w_${compact(tableId)}_${op}`;

/** The second column is for texts that are too long for the first. */
export const wordColumnName = (wordsKey: string): string => `_s_${wordsKey}`;
export const longWordColumnName = (wordsKey: string): string => `_l_${wordsKey}`;

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function compact(id: string): string {
  return id.replaceAll('-', '');
}
