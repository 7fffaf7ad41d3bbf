import { expect, test } from 'vitest';
import { reasonOfRefusal } from './refused-forms.ts';

test.each([
  `UPDATE "p_1"."_webhooks" SET lease_until_ms = CAST(extract(epoch FROM clock_timestamp()) * $2 AS bigint) WHERE id = $1`,
  `WITH _w AS (UPDATE t SET a = gen_random_uuid() RETURNING *) SELECT 1 FROM _w`,
  `INSERT INTO change_feed (subject, version) VALUES ($1, (SELECT version FROM change_counter WHERE id = $2))`,
  `INSERT INTO t (a) VALUES (lower($1), (SELECT 1))`,
  `INSERT INTO t (a) VALUES ($1) RETURNING row_to_json(t)`,
  `INSERT INTO live (id, seen_at) VALUES ($1, now()) ON CONFLICT (id) DO UPDATE SET seen_at = now()`,
  'WITH _w AS (DELETE FROM t WHERE false RETURNING *) SELECT 1 FROM _w',
  'WITH _w AS (INSERT INTO t (a) VALUES ($1) ON CONFLICT (a) DO UPDATE SET b = excluded.b WHERE now() IS NULL RETURNING *) SELECT 1 FROM _w',
  'WITH _w AS (DELETE FROM t AS _t WHERE (_t."id" = $1::uuid AND _t."status" = $2::text AND _t."status" = $3::text) RETURNING *) SELECT 1 FROM _w',
  `ALTER TABLE t ADD COLUMN a text DEFAULT CAST(current_setting('service.default') AS text)`,
  'ALTER TABLE t DROP CONSTRAINT "f", ADD CONSTRAINT "f" FOREIGN KEY ("a") REFERENCES u ("id") NOT VALID',
  'ALTER TABLE t ADD CONSTRAINT "f" FOREIGN KEY ("a") REFERENCES u ("id"), DROP COLUMN "b"',
  'SELECT pg_cancel_backend($1)',
  'SELECT pg_advisory_lock($1)',
  'LISTEN changes',
])('a distributed PostgreSQL refuses or executes wrongly: %s', (text) => {
  expect(reasonOfRefusal(text)).toBeDefined();
});

test.each([
  `UPDATE t SET lease_until_ms = CAST(extract(epoch FROM statement_timestamp()) * $2 AS bigint) WHERE id = $1`,
  `INSERT INTO change_feed (subject, version) SELECT $1, version FROM change_counter WHERE id = $2`,
  `WITH w AS (INSERT INTO t (a) VALUES ($1, $2), ($3, $4) RETURNING *) SELECT row_to_json(w)::text FROM w`,
  `INSERT INTO live (id, seen_at) VALUES ($1, now()) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
  'WITH _w AS (DELETE FROM t AS _t WHERE (_t."a" = $1::text AND (_t."a" = $2::text) IS TRUE AND _t."b" = $3::text) RETURNING *) SELECT 1 FROM _w',
  `DO $body$ BEGIN EXECUTE format('ALTER TABLE t ADD COLUMN a text DEFAULT %L', current_setting('service.default')); END $body$`,
  'ALTER TABLE t ADD CONSTRAINT "f" FOREIGN KEY ("a", "b") REFERENCES u ("id", "b") ON DELETE SET NULL NOT VALID',
  'ALTER TABLE t DROP COLUMN "a", ADD COLUMN "b" text',
  'SELECT pg_cancel_backend($1::integer)',
  'SELECT clock_timestamp()',
])('a distributed PostgreSQL executes: %s', (text) => {
  expect(reasonOfRefusal(text)).toBeUndefined();
});
