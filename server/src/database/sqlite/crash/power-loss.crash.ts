import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DiskModel, type SurvivalDecision, writeImage } from './disk-model.ts';
import { type Audit, auditLedger } from './ledger.ts';
import { type LogEvent, recordWrites } from './write-log.ts';

const WRITER = new URL('ledger-writer-process.ts', import.meta.url).pathname;
const NORMAL = new URL('use-normal-sync.ts', import.meta.url).pathname;
const WRITES = 400;

/** Nothing beyond the synced data survives, all of it, or half of it. */
const FATES: readonly SurvivalDecision[] = [() => false, () => true, () => Math.random() < 0.5];

let work = '';
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'power-'));
});
afterAll(() => rm(work, { recursive: true, force: true }));

test('a power cut at any moment loses no acknowledged write and tears none', async () => {
  const audits = await cutPower('full', [], 100);
  expect(audits.length).toBe(100);
  for (const audit of audits) expect(audit).toMatchObject({ lost: [], torn: [], integrity: 'ok', countError: 0 });
});

test('the same cuts show losses when commits are not synced, so they would show ours', async () => {
  const audits = await cutPower('normal', ['--import', NORMAL], 30);
  expect(audits.filter(({ lost }) => lost.length > 0).length).toBeGreaterThan(10);
});

async function cutPower(name: string, options: readonly string[], cuts: number): Promise<Audit[]> {
  const directory = join(work, name);
  await mkdir(directory);
  const program = [...options, WRITER, directory, '0', String(WRITES)];
  const events = await recordWrites(join(work, `${name}.log`), program);
  const said = events.flatMap((event) => (event.kind === 'said' ? [event.line] : []));
  expect(said.filter((line) => line.startsWith('ack '))).toHaveLength(WRITES);
  const first = events.findIndex((event) => event.kind === 'said' && event.line === 'ready');
  const moments = Array.from({ length: cuts }, () => first + Math.floor(Math.random() * (events.length - first)));
  moments.sort((one, other) => one - other);

  const disk = new DiskModel();
  const acknowledged: number[] = [];
  const audits: Audit[] = [];
  let at = 0;
  for (const moment of moments) {
    for (; at < moment; at += 1) observe(events[at], disk, acknowledged);
    const image = join(work, `${name}-image`);
    await mkdir(join(image, 'projects'), { recursive: true });
    await writeImage(disk.cut(FATES[audits.length % FATES.length] ?? (() => false)), directory, image);
    audits.push(await auditLedger(image, acknowledged).catch((error: unknown) => unreadable(error, acknowledged)));
    await rm(image, { recursive: true });
  }
  return audits;
}

function observe(event: LogEvent | undefined, disk: DiskModel, acknowledged: number[]): void {
  if (event === undefined) return;
  disk.apply(event);
  if (event.kind === 'said' && event.line.startsWith('ack '))
    acknowledged.push(Number(event.line.slice('ack '.length)));
}

function unreadable(error: unknown, acknowledged: readonly number[]): Audit {
  return { lost: [...acknowledged], torn: [], integrity: String(error), countError: 0, highest: -1 };
}
