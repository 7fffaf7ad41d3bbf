import { CONSOLE } from '../../callers/index.ts';
import type { Snapshot, StoreName } from '../../database/index.ts';
import { createSqlBuilder, statementOf } from '../../database/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { openSealed } from '../../platform/crypto.ts';
import { totpContext } from '../auth/index.ts';
import { type ArchiveKey, createArchiveKey } from '../backup/index.ts';
import { CONTROL_VERSION, type ControlHead, type ControlLine, type ControlRow, FORMAT } from './control-document.ts';
import type { InstanceContext } from './instance-context.ts';
import { SAVED_TABLES, type SavedTable } from './saved-tables.ts';

const ROWS_PER_LINE = 200;
export const TOTP_KIND = 'operator_totp';
export const MASTER_KEY_KIND = 'master_key';

export interface ControlDocument {
  readonly backupId: string;
  readonly lines: AsyncIterable<string>;
}

/** Reseals secrets with the document's key, which the passphrase opens, or the master key without a passphrase. */
export async function writeControl(context: InstanceContext, passphrase: string | undefined): Promise<ControlDocument> {
  const { ids, masterKey, clock, version, database } = context;
  const backupId = ids();
  const { key, wrapped } = await createArchiveKey({
    archiveId: backupId,
    source: CONSOLE.store,
    masterKey,
    passphrase,
  });
  const head: ControlHead = {
    format: FORMAT,
    format_version: 1,
    service_version: version,
    control_version: CONTROL_VERSION,
    backup_id: backupId,
    created_at: isoTime(clock.now()),
    engine: database.dialect.family,
    key: { wrapped },
    master_key:
      passphrase === undefined ? null : key.seal(MASTER_KEY_KIND, '', Buffer.from(masterKey).toString('base64')),
  };
  return { backupId, lines: linesOf(context, head, key) };
}

async function* linesOf(context: InstanceContext, head: ControlHead, key: ArchiveKey): AsyncGenerator<string> {
  let count = 0;
  const lineOf = (line: ControlLine): string => {
    count += 1;
    return `${JSON.stringify(line)}\n`;
  };
  yield `${JSON.stringify(head)}\n`;
  const snapshot = await context.database.snapshot('control');
  const stores: StoreName[] = [];
  try {
    for (const table of SAVED_TABLES) {
      for await (const rows of savedRows(context, snapshot, { table, key })) {
        if (table === 'projects') stores.push(...rows.map(({ store }) => String(store) as StoreName));
        yield lineOf({ table, rows });
      }
    }
  } finally {
    await snapshot.close();
  }
  const used = new Set(await context.database.stores('_balance'));
  for (const store of stores.filter((store) => used.has(store))) {
    for await (const record of context.billing.save(store)) yield lineOf({ billing: store, record });
  }
  yield `${JSON.stringify({ end: { lines: count } } satisfies ControlLine)}\n`;
}

type AnyTable = Record<SavedTable, Record<string, string | number | null>>;

async function* savedRows(
  { database, masterKey }: InstanceContext,
  snapshot: Snapshot,
  { table, key }: { readonly table: SavedTable; readonly key: ArchiveKey },
): AsyncGenerator<readonly ControlRow[]> {
  const db = createSqlBuilder<AnyTable>(database);
  const all = db.selectFrom(table).selectAll();
  // Backups stored among this installation's files stay with it.
  const query = table === 'backups' ? all.where('kept_in', '=', 'target').where('state', '=', 'ready') : all;
  for await (const page of snapshot.rows(statementOf(query))) {
    const rows = page.map((row) => savedRow(table, row, { masterKey, key }));
    for (let at = 0; at < rows.length; at += ROWS_PER_LINE) yield rows.slice(at, at + ROWS_PER_LINE);
  }
}

function savedRow(
  table: SavedTable,
  row: ControlRow,
  { masterKey, key }: { readonly masterKey: Uint8Array; readonly key: ArchiveKey },
): ControlRow {
  // The project's archive contains its settings, with their secrets.
  if (table === 'projects') return { ...row, settings: '{}' };
  const { id, totp_secret: sealed } = row;
  if (table !== '_users' || typeof sealed !== 'string') return row;
  const secret = openSealed(masterKey, totpContext(CONSOLE, String(id)), sealed);
  if (secret === undefined) throw new Error('The second factor of an operator was sealed with another key.');
  return { ...row, totp_secret: key.seal(TOTP_KIND, String(id), secret) };
}
