import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Idempotency } from '../../../src/database/database.ts';
import type { NewTables } from './opened-database.ts';
import { rejection } from './rejection.ts';
import { sampleItem } from './sample-tables.ts';

const DAY_MS = 86_400_000;

export function describeIdempotency(newTables: NewTables): void {
  describe('idempotency keys', () => {
    test('the same key and body replay the stored results and write nothing', async () => {
      const tables = await newTables();
      const idempotency = newKey();
      const first = await tables.database.write(tables.store, [tables.insert([sampleItem(1)])], { idempotency });
      const second = await tables.database.write(tables.store, [tables.insert([sampleItem(2)])], { idempotency });
      expect(first.replayed).toBe(false);
      expect(second).toEqual({ results: first.results, replayed: true });
      expect(await tables.listed(tables.listAll())).toEqual({ rows: [sampleItem(1)], count: 1 });
    });

    test('the same key with another body is a conflict', async () => {
      const tables = await newTables();
      const idempotency = newKey();
      await tables.database.write(tables.store, [tables.insert([sampleItem(1)])], { idempotency });
      const other = { ...idempotency, fingerprint: 'another' };
      const write = tables.database.write(tables.store, [tables.insert([sampleItem(2)])], { idempotency: other });
      expect(await rejection(write)).toMatchObject({ kind: 'idempotency_conflict' });
      expect((await tables.listed(tables.listAll())).count).toBe(1);
    });

    test('a failed request stores nothing, so it may be retried', async () => {
      const tables = await newTables();
      const idempotency = newKey();
      const failing = tables.insert([sampleItem(1), sampleItem(1)]);
      await rejection(tables.database.write(tables.store, [failing], { idempotency }));
      const again = await tables.database.write(tables.store, [tables.insert([sampleItem(1)])], { idempotency });
      expect(again.replayed).toBe(false);
      expect((await tables.listed(tables.listAll())).count).toBe(1);
    });

    test('of many concurrent requests with one key, one writes and all get its results', async () => {
      const tables = await newTables();
      const idempotency = newKey();
      const writes = await Promise.all(
        Array.from({ length: 16 }, (_, number) =>
          tables.database.write(tables.store, [tables.insert([sampleItem(number)])], { idempotency }),
        ),
      );
      expect(writes.filter(({ replayed }) => !replayed)).toHaveLength(1);
      expect(new Set(writes.map(({ results }) => JSON.stringify(results))).size).toBe(1);
      expect((await tables.listed(tables.listAll())).count).toBe(1);
    });

    test('a key is valid until it expires', async () => {
      const tables = await newTables();
      const idempotency = newKey();
      await tables.database.write(tables.store, [tables.insert([sampleItem(1)])], { idempotency });
      const late = {
        ...idempotency,
        fingerprint: 'another',
        nowMs: idempotency.expiresAtMs,
        expiresAtMs: idempotency.expiresAtMs + DAY_MS,
      };
      const { replayed } = await tables.database.write(tables.store, [tables.insert([sampleItem(2)])], {
        idempotency: late,
      });
      expect(replayed).toBe(false);
      expect((await tables.listed(tables.listAll())).count).toBe(2);
    });

    test('results of attempts are replayed with their failures', async () => {
      const tables = await newTables();
      const idempotency = newKey();
      const steps = [tables.insert([sampleItem(1)]), tables.insert([sampleItem(1)])].map(
        (step) => ({ kind: 'attempt', step }) as const,
      );
      const first = await tables.database.write(tables.store, steps, { idempotency });
      const second = await tables.database.write(tables.store, steps, { idempotency });
      expect(second.replayed).toBe(true);
      expect(second.results).toEqual(JSON.parse(JSON.stringify(first.results)));
      expect(second.results[1]).toMatchObject({ kind: 'failed', error: { kind: 'unique_violation' } });
    });
  });
}

function newKey(): Idempotency {
  const nowMs = Date.parse('2026-01-01T00:00:00Z');
  return { key: randomUUID(), fingerprint: 'a body', nowMs, expiresAtMs: nowMs + DAY_MS };
}
