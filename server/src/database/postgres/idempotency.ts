import type { Idempotency, StepResult, WriteResult } from '../database.ts';
import { DatabaseFailure } from '../errors.ts';
import type { Statement } from '../statement.ts';
import type { Transaction } from './transaction.ts';

const CLAIM = `INSERT INTO _idempotency AS held (request_key, fingerprint, results, expires_at) VALUES ($1, $2, '', $3)
  ON CONFLICT (request_key) DO UPDATE
  SET fingerprint = excluded.fingerprint, results = excluded.results, expires_at = excluded.expires_at
  WHERE held.expires_at <= $4 RETURNING request_key`;
const LOOK = 'SELECT fingerprint, results FROM _idempotency WHERE request_key = $1';
const KEEP = 'UPDATE _idempotency SET results = $2 WHERE request_key = $1';

/**
 * The key's row is written first: another request with the same key waits for this transaction at the unique index and
 * then finds the stored results, or, when this one failed, the place free.
 */
export async function runIdempotently(
  transaction: Transaction,
  { key, fingerprint, nowMs, expiresAtMs }: Idempotency,
  runSteps: () => Promise<readonly (readonly StepResult[])[]>,
): Promise<WriteResult> {
  const claim = await transaction.ask({ text: CLAIM, values: [key, fingerprint, expiresAtMs, nowMs] });
  if (claim.rows.length === 0) return await replay(transaction, key, fingerprint);
  const [results = []] = await runSteps();
  transaction.tell({ text: KEEP, values: [key, JSON.stringify(results)] });
  return { results, replayed: false };
}

async function replay(transaction: Transaction, key: string, fingerprint: string): Promise<WriteResult> {
  const { rows } = await transaction.ask({ text: LOOK, values: [key] });
  if (rows[0]?.['fingerprint'] !== fingerprint) {
    throw new DatabaseFailure({ kind: 'idempotency_conflict', message: 'the key was used for another body' });
  }
  const results: readonly StepResult[] = JSON.parse(String(rows[0]['results']));
  return { results, replayed: true };
}

/** A small portion of what has expired. */
export function forgetExpired(nowMs: number): Statement {
  return {
    text: `DELETE FROM _idempotency WHERE request_key IN
      (SELECT request_key FROM _idempotency WHERE expires_at <= $1 ORDER BY expires_at LIMIT 200)`,
    values: [nowMs],
  };
}
