import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cutPower } from './cut-power.ts';
import { type Audit, auditLedger } from './ledger.ts';

const WRITER = new URL('ledger-writer-process.ts', import.meta.url).pathname;
const NORMAL = new URL('use-normal-sync.ts', import.meta.url).pathname;
const WRITES = 400;

let work = '';
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'power-'));
});
afterAll(() => rm(work, { recursive: true, force: true }));

test('a power cut at any moment neither loses nor tears an acknowledged write', async () => {
  const audits = await cutLedger('full', [], 100);
  expect(audits.length).toBe(100);
  for (const audit of audits) expect(audit).toMatchObject({ lost: [], torn: [], integrity: 'ok', countError: 0 });
});

test('the same power cuts lose writes when commits are not synced (negative control)', async () => {
  const audits = await cutLedger('normal', ['--import', NORMAL], 30);
  expect(audits.filter(({ lost }) => lost.length > 0).length).toBeGreaterThan(10);
});

function cutLedger(name: string, options: readonly string[], cuts: number): Promise<Audit[]> {
  return cutPower({
    folder: join(work, name),
    program: (directory) => [...options, WRITER, directory, '0', String(WRITES)],
    writes: WRITES,
    cuts,
    audit: (image, acknowledged) =>
      auditLedger(image, acknowledged).catch((error: unknown) => unreadable(error, acknowledged)),
  });
}

function unreadable(error: unknown, acknowledged: readonly number[]): Audit {
  return { lost: [...acknowledged], torn: [], integrity: String(error), countError: 0, highest: -1 };
}
