import { LENGTH_CLASS, SECOND_AFTER, SECOND_BEFORE } from './functions.ts';

/**
 * A word index identifies rows by numbers, which follow the time in ids: a row is at most a second older than any row
 * with a smaller number. Three ranges: rows from before the index, rows in order, and rows written too late for it.
 */
const WRITTEN = 2 ** 32;
const LATE = 2 ** 46;
export const NUMBER_MAX = 2 ** 48;

/** The last bits of an entry in the word index contain the class of the length of the row's texts. */
const CLASS_BITS = 4;
export const LENGTH_CLASSES = 2 ** CLASS_BITS;
export const FIRST_LATE_ENTRY = LATE * LENGTH_CLASSES;

export function entryOf(number: string, texts: readonly string[]): string {
  const characters = texts.map((text) => `coalesce(length(${text}), 0)`).join(' + ');
  return `(${number} << ${CLASS_BITS} | ${LENGTH_CLASS}(${characters}))`;
}

export function numberOfEntry(entry: string): string {
  return `(${entry} >> ${CLASS_BITS})`;
}

export function lengthClassOf(entry: string): string {
  return `(${entry} & ${LENGTH_CLASSES - 1})`;
}

export function firstEntryOf(number: string): string {
  return `(${number} << ${CLASS_BITS})`;
}

export function lastEntryOf(number: string): string {
  return `(${number} << ${CLASS_BITS} | ${LENGTH_CLASSES - 1})`;
}

export function isEntryOf(entry: string, number: string): string {
  return `${entry} BETWEEN ${firstEntryOf(number)} AND ${lastEntryOf(number)}`;
}

/** Ids are stored as bytes, which take half the space of their text and have the same order. */
export function idBytes(text: string): string {
  return `unhex(replace(${text}, '-', ''))`;
}

export function idText(bytes: string): string {
  const part = (from: number, length: number): string => `hex(substr(${bytes}, ${from}, ${length}))`;
  return `lower(${[part(1, 4), part(5, 2), part(7, 2), part(9, 2), part(11, 6)].join(" || '-' || ")})`;
}

/** The first bytes of ids that are created a second before an id; null without an id. */
export function secondBefore(bytes: string): string {
  return `unhex(${SECOND_BEFORE}(hex(substr(${bytes}, 1, 6))))`;
}

/** The first bytes of ids that are more than a second younger than an id. */
export function secondAfter(bytes: string): string {
  return `unhex(${SECOND_AFTER}(hex(substr(${bytes}, 1, 6))))`;
}

export function isLate(number: string): string {
  return `${number} >= ${LATE}`;
}

export function isInOrder(number: string): string {
  return `${number} < ${LATE}`;
}

export function isEntryInOrder(entry: string): string {
  return `${entry} < ${FIRST_LATE_ENTRY}`;
}

/** In a trigger: assigns a number to the new row. */
export function nextNumber(ids: string): string {
  const last = `SELECT rowid FROM ${ids} WHERE rowid BETWEEN ${WRITTEN} AND ${LATE - 1} ORDER BY rowid DESC LIMIT 1`;
  const newest = `SELECT ${secondBefore('"id"')} FROM ${ids} ORDER BY "id" DESC LIMIT 1`;
  const id = idBytes('new."id"');
  return `INSERT INTO ${ids} (rowid, "id") SELECT CASE WHEN ${id} >= coalesce((${newest}), x'')
    THEN coalesce((${last}), ${WRITTEN}) + 1 ELSE (${lastLateNumber(ids)}) + 1 END, ${id}`;
}

interface Range {
  readonly after: string;
  readonly upTo: string;
}

/** Assigns numbers to rows that the table had before it was searchable, in the order of their ids. */
export function numberFilled(ids: string, rows: string, { after, upTo }: Range): string {
  const id = idBytes('"id"');
  const firstWritten = `SELECT "id" FROM ${ids} WHERE rowid BETWEEN ${WRITTEN} AND ${LATE - 1} ORDER BY rowid LIMIT 1`;
  const last = `SELECT coalesce(max(rowid), 0) FROM ${ids} WHERE rowid < ${WRITTEN}`;
  const isOlder = `(SELECT ${id} < "id" FROM (${firstWritten}))`;
  return `INSERT INTO ${ids} (rowid, "id")
    SELECT row_number() OVER (ORDER BY "id") + iif(coalesce(${isOlder}, 1), (${last}), (${lastLateNumber(ids)})), ${id}
    FROM ${rows} WHERE "id" > ${after} AND "id" <= ${upTo} ORDER BY "id" ON CONFLICT DO NOTHING`;
}

function lastLateNumber(ids: string): string {
  return `SELECT coalesce(max(rowid), ${LATE}) FROM ${ids} WHERE rowid >= ${LATE}`;
}
