import type { Row } from '../database.ts';

export type SessionSettings = Readonly<Record<string, string>>;

/** Omits `SERIALIZABLE` and the like, because every statement of the service is written for these modes. */
export type TransactionMode = 'READ ONLY' | 'READ WRITE' | 'ISOLATION LEVEL REPEATABLE READ READ ONLY';

/** A transaction sets its own mode; behind a pooler, the server's client is the pooler. */
const SESSION_ONLY: ReadonlySet<string> = new Set([
  'default_transaction_read_only',
  'client_connection_check_interval',
]);
const TIME_LIMIT = 'statement_timeout';
/** Acknowledged writes must survive a crash of the server. Stricter settings of the server are kept. */
const DURABLE = `SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off'; `;

/**
 * Applies settings if the connection has its own session; behind a pooler the statement changes nothing. Returns the
 * names of the settings that were set (compatible servers lack some) and, as `own`, whether the session is its own.
 */
export function applyToSession(settings: SessionSettings, processId: number): string {
  const wanted = Object.entries({ ...settings, search_path: '', synchronous_commit: 'on' });
  const rows = wanted.map(([name, value]) => `('${name}', '${value}')`);
  return `SELECT s.name, CASE WHEN pg_backend_pid() = ${processId} THEN set_config(s.name, w.value, false) END IS NOT NULL AS own
    FROM pg_settings s JOIN (VALUES ${rows.join(', ')}) w (name, value) ON w.name = s.name
    WHERE CASE s.name WHEN 'synchronous_commit' THEN s.setting = 'off'
      WHEN 'work_mem' THEN s.setting::bigint < w.value::bigint ELSE true END`;
}

/**
 * The text that makes the settings of a transaction; undefined for a session of the connection's own. The time limit of
 * a statement comes last, because the server counts it from its setting on.
 */
export function settingsOfTransaction(settings: SessionSettings, applied: readonly Row[]): string | undefined {
  if (applied.every(({ own }) => own === 1)) return undefined;
  const known = new Set(applied.map(({ name }) => name));
  return Object.entries(settings)
    .filter(([name]) => known.has(name) && !SESSION_ONLY.has(name))
    .toSorted(([one], [other]) => Number(one === TIME_LIMIT) - Number(other === TIME_LIMIT))
    .map(([name, value]) => `SET LOCAL ${name} TO '${value}'; `)
    .join('');
}

/** `local`: settings of a transaction behind a pooler. `schema`: where names without one are found. */
export function beginText(mode: TransactionMode, schema: string, local: string | undefined): string {
  const durable = local !== undefined && mode === 'READ WRITE' ? DURABLE : '';
  return `BEGIN ${mode}; SET LOCAL search_path TO ${schema}; ${durable}${local ?? ''}`;
}

/** A pooler that keeps its clients' statements renames them; one that passes names through would mix them up. */
export const OWN_PREPARED_NAME =
  "SELECT name FROM pg_catalog.pg_prepared_statements WHERE statement LIKE '%OWN_PREPARED_NAME%' /* OWN_PREPARED_NAME */";
