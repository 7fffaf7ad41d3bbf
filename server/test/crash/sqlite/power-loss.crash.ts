import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cutPower } from './cut-power.ts';
import { type Audit, auditLedger } from './ledger.ts';

const WRITER = new URL('ledger-writer-process.ts', import.meta.url).pathname;
const NORMAL = new URL('use-normal-sync.ts', import.meta.url).pathname;
const WRITES = 400;
const STORES = 6;

let work = '';
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'power-'));
});
afterAll(() => rm(work, { recursive: true, force: true }));

test.each([1, STORES])(
  'a power cut at any moment neither loses nor tears an acknowledged write to %i stores',
  async (stores) => {
    const audits = await cutLedger(`full-${stores}`, { cuts: 100, stores });
    expect(audits.length).toBe(100);
    for (const audit of audits) expect(audit).toMatchObject({ lost: [], torn: [], integrity: 'ok', countError: 0 });
  },
);

test('the same power cuts lose writes when commits are not synced (negative control)', async () => {
  const audits = await cutLedger('normal', { cuts: 30, options: ['--import', NORMAL] });
  expect(audits.filter(({ lost }) => lost.length > 0).length).toBeGreaterThan(10);
});

test('power cuts lose writes to several stores when the journal is not replayed (negative control)', async () => {
  const forget = (image: string): Promise<void> => rm(join(image, 'journal'), { recursive: true, force: true });
  const audits = await cutLedger('forgotten', { cuts: 30, stores: STORES, prepare: forget });
  expect(audits.filter(({ lost }) => lost.length > 0).length).toBeGreaterThan(5);
});

interface LedgerCuts {
  readonly cuts: number;
  readonly stores?: number;
  /** Options of Node for the writing process. */
  readonly options?: readonly string[];
  /** Runs on an image of the disk before it is audited. */
  readonly prepare?: (image: string) => Promise<void>;
}

function cutLedger(name: string, { cuts, stores = 1, options = [], prepare }: LedgerCuts): Promise<Audit[]> {
  return cutPower({
    folder: join(work, name),
    program: (directory) => [...options, WRITER, directory, '0', String(WRITES), String(stores)],
    writes: WRITES,
    cuts,
    audit: async (image, acknowledged) => {
      await prepare?.(image);
      return await auditLedger(image, acknowledged, stores).catch((error: unknown) => unreadable(error, acknowledged));
    },
  });
}

function unreadable(error: unknown, acknowledged: readonly number[]): Audit {
  return { lost: [...acknowledged], torn: [], integrity: String(error), countError: 0, highest: -1 };
}
