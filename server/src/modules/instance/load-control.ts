import { CONSOLE } from '../../callers/index.ts';
import type { PlainStep, StoreName } from '../../database/index.ts';
import { createSqlBuilder, isDatabaseFailure, plainStep } from '../../database/index.ts';
import { seal } from '../../platform/crypto.ts';
import { totpContext } from '../auth/index.ts';
import type { ArchiveKey } from '../backup/index.ts';
import { DOMAINS_SUBJECT, projectSubject } from '../projects/index.ts';
import { type ControlRow, invalidDocument } from './control-document.ts';
import type { InstanceContext } from './instance-context.ts';
import { readControl } from './read-control.ts';
import type { SavedTable } from './saved-tables.ts';
import { TOTP_KIND } from './write-control.ts';

/** Bounds the values of one statement. */
const ROWS_PER_STEP = 100;

type AnyTable = Record<SavedTable, Record<string, string | number | null>>;

/** Existing rows stay, so an interrupted load can be repeated. Balances come last: the stores of projects hold them. */
export async function loadControl(context: InstanceContext, path: string, key: ArchiveKey): Promise<void> {
  try {
    for await (const line of readControl(path)) {
      if ('table' in line) await context.database.write('control', rowSteps(context, key, line));
      else if ('billing' in line) await context.billing.load(line.billing as StoreName, line.record);
    }
  } catch (error) {
    const isUnfit = isDatabaseFailure(error, 'failed') || isDatabaseFailure(error, 'foreign_key_violation');
    throw isUnfit ? invalidDocument('A row does not fit its table.', error) : error;
  }
}

function rowSteps(
  context: InstanceContext,
  key: ArchiveKey,
  { table, rows }: { readonly table: SavedTable; readonly rows: readonly ControlRow[] },
): readonly PlainStep[] {
  const steps: PlainStep[] = [];
  for (let at = 0; at < rows.length; at += ROWS_PER_STEP) {
    const page = rows.slice(at, at + ROWS_PER_STEP);
    steps.push(insertStep(context, table, table === '_users' ? page.map((row) => ownRow(context, key, row)) : page));
  }
  if (table !== 'projects') return steps;
  // Every process reloads these projects and the custom domains.
  const changed = [...rows.map(({ store }) => projectSubject(String(store) as StoreName)), DOMAINS_SUBJECT];
  return [...steps, ...changed.flatMap((subject) => context.feed.steps(subject))];
}

/** The single row of `setup` already exists and is replaced. */
export function insertStep(
  { database }: Pick<InstanceContext, 'database'>,
  table: SavedTable,
  rows: readonly ControlRow[],
): PlainStep {
  const db = createSqlBuilder<AnyTable>(database);
  if (table === 'setup') return plainStep(db.updateTable(table).set(rows[0] ?? {}));
  return plainStep(
    db
      .insertInto(table)
      .values([...rows])
      .onConflict((conflict) => conflict.doNothing()),
  );
}

export function ownRow(
  { masterKey }: Pick<InstanceContext, 'masterKey'>,
  key: ArchiveKey,
  row: ControlRow,
): ControlRow {
  const { id, totp_secret: sealed } = row;
  if (typeof sealed !== 'string') return row;
  const secret = key.open(TOTP_KIND, String(id), sealed);
  if (secret === undefined) throw invalidDocument('A second factor does not open.');
  return { ...row, totp_secret: seal(masterKey, totpContext(CONSOLE, String(id)), secret) };
}
