import { wrongUse } from '../../outcome/failure.ts';

export interface Case {
  readonly name: string;
  /** The email address or id of a user, a role, or null for a visitor. */
  readonly as: string | null | { readonly role: string };
  readonly do: 'read' | 'create' | 'update' | 'delete';
  readonly table: string;
  readonly row: object | undefined;
  readonly rowId: string | undefined;
  readonly expect: 'yes' | 'no' | number;
}

const KEYS = new Set(['name', 'as', 'do', 'table', 'row', 'row_id', 'expect']);

/** Throws when a case is incomplete, because a skipped case would look like one that passed. */
export function readCases(document: unknown): readonly Case[] {
  const cases = objectOf(document)['cases'];
  if (!Array.isArray(cases) || cases.length === 0)
    throw wrongUse('The file has a list "cases" with at least one case.');
  return cases.map((one, index) => readCase(objectOf(one), `cases[${index}]`));
}

function readCase(one: Readonly<Record<string, unknown>>, at: string): Case {
  const unknown = Object.keys(one).find((key) => !KEYS.has(key));
  if (unknown !== undefined) throw wrongUse(`${at} has no field "${unknown}": it has ${[...KEYS].join(', ')}.`);
  const { as, do: action, table, row, row_id: rowId, expect, name } = one;
  if (!isCaller(as)) throw wrongUse(`${at}.as must be the address or id of a user, null, or {"role": "…"}.`);
  if (!isAction(action)) throw wrongUse(`${at}.do must be read, create, update or delete.`);
  if (typeof table !== 'string') throw wrongUse(`${at}.table must be the name of a table.`);
  if (row !== undefined && (typeof row !== 'object' || row === null)) throw wrongUse(`${at}.row must be an object.`);
  if (rowId !== undefined && typeof rowId !== 'string') throw wrongUse(`${at}.row_id must be the id of a row.`);
  if (expect !== 'yes' && expect !== 'no' && typeof expect !== 'number') {
    throw wrongUse(`${at}.expect must be "yes", "no" or a status.`);
  }
  const who = as === null ? 'a visitor' : typeof as === 'string' ? as : `role ${as.role}`;
  const asked = `${who} · ${action} · ${table}${row === undefined ? '' : ` ${JSON.stringify(row)}`}`;
  return { name: typeof name === 'string' ? name : asked, as, do: action, table, row, rowId, expect };
}

function isCaller(as: unknown): as is Case['as'] {
  if (as === null || typeof as === 'string') return true;
  return typeof objectOf(as)['role'] === 'string';
}

function isAction(action: unknown): action is Case['do'] {
  return action === 'read' || action === 'create' || action === 'update' || action === 'delete';
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
