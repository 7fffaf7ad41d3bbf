import type { Idempotency, Step, StepResult, WriteResult } from '../database.ts';
import { DatabaseFailure } from '../errors.ts';
import type { Statement } from '../statement.ts';
import type { Transaction } from './transaction.ts';

const CLAIM = `INSERT INTO _idempotency AS held (request_key, fingerprint, results, expires_at) VALUES ($1, $2, '', $3)
  ON CONFLICT (request_key) DO UPDATE
  SET fingerprint = excluded.fingerprint, results = excluded.results, expires_at = excluded.expires_at
  WHERE held.expires_at <= $4 RETURNING request_key`;
const LOOK = 'SELECT fingerprint, results FROM _idempotency WHERE request_key = $1';
const KEEP = 'UPDATE _idempotency SET results = $2 WHERE request_key = $1';

export interface WriteRequest {
  readonly steps: readonly Step[];
  readonly idempotency: Idempotency | undefined;
}

interface KeyedRequest extends WriteRequest {
  readonly idempotency: Idempotency;
}

/** Claims keys first: another request with a key waits at the unique index, then finds the results or a free key. */
export async function runRequests(
  transaction: Transaction,
  requests: readonly WriteRequest[],
  version: number | undefined,
): Promise<WriteResult[]> {
  const taken = await claimKeys(transaction, requests.filter(isKeyed));
  const isTaken = new Set<WriteRequest>(taken);
  const fresh = requests.filter((request) => !isTaken.has(request));
  const made =
    fresh.length === 0
      ? []
      : await transaction.runRequests(
          fresh.map(({ steps }) => steps),
          version,
        );
  const written = new Map<WriteRequest, WriteResult>();
  for (const [index, request] of fresh.entries()) {
    const results = made[index] ?? [];
    written.set(request, { results, replayed: false });
    if (isKeyed(request)) transaction.tell(keepResults(request.idempotency, results));
  }
  // After the results above were stored, because a group may contain a key twice.
  const replays = taken.map(async (request) => written.set(request, await replay(transaction, request.idempotency)));
  await Promise.all(replays);
  return requests.map((request) => written.get(request) ?? { results: [], replayed: false });
}

/** As `runRequests`, for one request whose work is more than its steps. */
export async function runIdempotently(
  transaction: Transaction,
  idempotency: Idempotency | undefined,
  run: () => Promise<readonly StepResult[]>,
): Promise<WriteResult> {
  if (idempotency === undefined) return { results: await run(), replayed: false };
  const taken = await claimKeys(transaction, [{ steps: [], idempotency }]);
  if (taken.length > 0) return await replay(transaction, idempotency);
  const results = await run();
  transaction.tell(keepResults(idempotency, results));
  return { results, replayed: false };
}

/** Returns requests whose keys were taken. Claims in the order of the keys, so that processes cannot deadlock. */
async function claimKeys(
  transaction: Transaction,
  requests: readonly KeyedRequest[],
): Promise<readonly KeyedRequest[]> {
  const inOrder = requests.toSorted((a, b) => (a.idempotency.key < b.idempotency.key ? -1 : 1));
  const claims = await Promise.all(
    inOrder.map(({ idempotency: { key, fingerprint, nowMs, expiresAtMs } }) =>
      transaction.ask({ text: CLAIM, values: [key, fingerprint, expiresAtMs, nowMs] }),
    ),
  );
  return inOrder.filter((_, index) => claims[index]?.rows.length === 0);
}

function keepResults({ key }: Idempotency, results: readonly StepResult[]): Statement {
  return { text: KEEP, values: [key, JSON.stringify(results)] };
}

function isKeyed(request: WriteRequest): request is KeyedRequest {
  return request.idempotency !== undefined;
}

async function replay(transaction: Transaction, { key, fingerprint }: Idempotency): Promise<WriteResult> {
  const { rows } = await transaction.ask({ text: LOOK, values: [key] });
  if (rows[0]?.['fingerprint'] !== fingerprint) {
    throw new DatabaseFailure({ kind: 'idempotency_conflict', message: 'the key was used for another body' });
  }
  const results: readonly StepResult[] = JSON.parse(String(rows[0]['results']));
  return { results, replayed: true };
}

export function forgetExpired(nowMs: number): Statement {
  return {
    text: `DELETE FROM _idempotency WHERE request_key IN
      (SELECT request_key FROM _idempotency WHERE expires_at <= $1 ORDER BY expires_at LIMIT 200)`,
    values: [nowMs],
  };
}
