import type { Idempotency, StepResult } from '../database.ts';
import { DatabaseFailure } from '../errors.ts';
import type { StoreHandle } from './store-handle.ts';

const READ = 'SELECT fingerprint, results FROM _idempotency WHERE request_key = ? AND expires_at > ?';
const KEEP = 'INSERT OR REPLACE INTO _idempotency (request_key, fingerprint, results, expires_at) VALUES (?, ?, ?, ?)';
/** Deletes a few expired answers with each new one, so that no single write deletes all of them. */
const EXPIRE = `DELETE FROM _idempotency WHERE request_key IN
  (SELECT request_key FROM _idempotency WHERE expires_at <= ? ORDER BY expires_at LIMIT 20)`;

/** The results of an earlier request with the same key. Throws `idempotency_conflict` when its body was different. */
export function findStoredAnswer(handle: StoreHandle, idempotency: Idempotency): StepResult[] | undefined {
  const [row] = handle.arrays(READ, [idempotency.key, idempotency.nowMs]);
  if (row === undefined) return undefined;
  if (row[0] === idempotency.fingerprint) return JSON.parse(String(row[1])) as StepResult[];
  throw new DatabaseFailure({ kind: 'idempotency_conflict', message: 'the key was used with another body' });
}

export function storeAnswer(handle: StoreHandle, idempotency: Idempotency, results: readonly StepResult[]): void {
  const { key, fingerprint, nowMs, expiresAtMs } = idempotency;
  handle.run({ text: EXPIRE, values: [nowMs] });
  handle.run({ text: KEEP, values: [key, fingerprint, JSON.stringify(results), expiresAtMs] });
}
