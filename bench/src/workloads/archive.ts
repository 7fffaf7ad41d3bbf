import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startObjectStore } from '../../../e2e/cluster/object-store.ts';
import { cleaningUp } from '../../../e2e/harness/cleaning-up.ts';
import { residentBytes } from '../../../e2e/harness/process-usage.ts';
import { type Figure, median, short, spreadOf, whole } from '../figures.ts';
import { BATCH_CONNECTIONS } from '../floors/sql-job.ts';
import { type HttpRequest, jsonRequest, send } from '../http-request.ts';
import { type CountedLoad, loadService } from '../measure.ts';
import { BENCH_COLUMNS, newRowOf } from '../rows.ts';
import { AdminApi } from '../service/admin-api.ts';
import { ADMIN_TOKEN, type RunningService, startService } from '../service/start-service.ts';
import { type LoadGenerator, startLoadGenerator } from '../stage.ts';
import { TARGETS } from '../targets.ts';
import { measureIdleArchive } from './archive-idle.ts';
import { measureRecovery } from './archive-recovery.ts';
import { archiveMetric, untilArchived } from './archive-state.ts';
import type { BenchRun } from './bench-run.ts';
import { batches, inserts, mixed, type Place } from './row-requests.ts';

const ROWS = 20_000;
const QUIET_ROWS_PER_SECOND = 10;

interface Side {
  readonly service: RunningService;
  readonly place: Place;
}

export async function measureArchive(run: BenchRun): Promise<Figure[]> {
  if (run.options.engine !== 'sqlite') return [];
  return [
    ...(await measureWriters(run)),
    await measureSentBytes(run),
    ...(await measureIdleArchive(run)),
    ...(await measureRecovery(run)),
  ];
}

async function measureWriters(run: BenchRun): Promise<Figure[]> {
  let figures: Figure[] = [];
  await cleaningUp(async (cleanUp) => {
    const bucket = cleanUp.use(await startObjectStore());
    const load = cleanUp.use(startLoadGenerator());
    const open = async (name: string, archiveUrl?: string): Promise<Side> => {
      const side = await openSide(run, name, archiveUrl);
      cleanUp.use(side.service);
      return side;
    };
    const sides = {
      plain: await open('archive-none'),
      folder: await open('archive-folder', `file://${run.directory}/archive-folder-place`),
      bucket: await open('archive-bucket', bucket.url),
    };
    figures = await compareSides(run, load, sides);
  });
  return figures;
}

async function openSide(run: BenchRun, name: string, archiveUrl: string | undefined): Promise<Side> {
  const dataDir = join(run.directory, name);
  await mkdir(dataDir);
  const service = await startService({ dataDir, start: run.options.start, archiveUrl });
  const api = new AdminApi(service);
  const { id, publicKey } = await api.createProject('bench');
  const rules = { read: 'public', create: 'public', update: 'public', delete: 'private' };
  await api.createTable(id, { name: 'items', columns: BENCH_COLUMNS, rules });
  await api.importRows(id, 'items', { from: 0, to: ROWS });
  if (archiveUrl !== undefined) await untilArchived(service);
  return { service, place: { projectId: id, table: 'items', key: publicKey, rows: ROWS } };
}

interface Sides {
  readonly plain: Side;
  readonly folder: Side;
  readonly bucket: Side;
}

async function compareSides({ options, note }: BenchRun, load: LoadGenerator, sides: Sides): Promise<Figure[]> {
  const rounds = async (requestsOf: (place: Place) => readonly HttpRequest[], connections?: number) => {
    const results: Record<keyof Sides, CountedLoad>[] = [];
    const run = ({ service, place }: Side): Promise<CountedLoad> =>
      loadService({ options, note, service, load }, requestsOf(place), connections);
    for (let round = 0; round < options.rounds; round++) {
      const plain = await run(sides.plain);
      results.push({ plain, folder: await run(sides.folder), bucket: await run(sides.bucket) });
    }
    return results;
  };
  const inserted = await rounds(inserts);
  const batched = await rounds(batches, BATCH_CONNECTIONS);
  const read = await rounds(mixed);
  const residentMb = ({ service }: Side): number => residentBytes(service.pid) / 2 ** 20;
  const growthMb = residentMb(sides.folder) - residentMb(sides.plain);
  return [
    rateFigure('inserts', inserted, 'folder'),
    rateFigure('inserts', inserted, 'bucket'),
    rateFigure('batches', batched, 'folder'),
    rateFigure('batches', batched, 'bucket'),
    p99Figure(read),
    {
      work: 'archive in a folder: memory after these loads, more than without',
      figure: `${short(growthMb)} MB`,
      value: growthMb,
      target: TARGETS.archiveGrowthMb,
    },
  ];
}

type Rounds = readonly Record<keyof Sides, CountedLoad>[];

function rateFigure(work: string, rounds: Rounds, side: 'folder' | 'bucket'): Figure {
  const of = (read: (load: CountedLoad) => number, key: keyof Sides): number =>
    median(rounds.map((round) => read(round[key])));
  const ratios = rounds.map((round) => round[side].perSecond / round.plain.perSecond);
  const cpuRatio = median(rounds.map((round) => round[side].cpuUs / round.plain.cpuUs));
  const value = median(ratios);
  return {
    work: `${work} with an archive in a ${side}: rate, and CPU × ${short(cpuRatio)}`,
    figure: `${whole(of(({ perSecond }) => perSecond, side))}/s`,
    floor: `${whole(of(({ perSecond }) => perSecond, 'plain'))}/s without`,
    ratio: short(value),
    value,
    target: side === 'folder' ? TARGETS.archivedToFolder : TARGETS.archivedToBucket,
    cpuUs: of(({ cpuUs }) => cpuUs, side),
    failures: rounds.reduce((sum, round) => sum + round[side].failures + round.plain.failures, 0),
    spread: spreadOf(ratios),
  };
}

function p99Figure(rounds: Rounds): Figure {
  const ratios = rounds.map((round) => round.folder.p99Ms / round.plain.p99Ms);
  const value = median(ratios);
  return {
    work: '90 reads : 10 inserts with an archive in a folder: p99',
    figure: `${short(median(rounds.map((round) => round.folder.p99Ms)))} ms`,
    floor: `${short(median(rounds.map((round) => round.plain.p99Ms)))} ms without`,
    ratio: short(value),
    value,
    target: TARGETS.archivedReadP99,
    spread: spreadOf(ratios),
  };
}

/** Like one row a second at the default interval, in less time: five commits in each pack. */
async function measureSentBytes(run: BenchRun): Promise<Figure> {
  const seconds = run.options.isQuick ? 30 : 120;
  const dataDir = join(run.directory, 'archive-quiet');
  await mkdir(dataDir);
  const archiveUrl = `file://${run.directory}/archive-quiet-place`;
  const service = await startService({ dataDir, start: run.options.start, archiveUrl, archiveSeconds: 1 });
  try {
    const api = new AdminApi(service);
    await api.createProject('quiet');
    await api.createTable('quiet', { name: 'items', columns: BENCH_COLUMNS, rules: { create: 'public' } });
    await untilArchived(service);
    const before = await archiveMetric(api, 'archive_bytes_total');
    let rowBytes = 0;
    for (let number = 0; number < seconds * QUIET_ROWS_PER_SECOND; number++) {
      const row = newRowOf(number);
      const answer = await send(jsonRequest('POST', '/api/baas/quiet/data/items', ADMIN_TOKEN, row), service.url);
      rowBytes += Buffer.byteLength(answer.body);
      await delay(1000 / QUIET_ROWS_PER_SECOND);
    }
    await untilArchived(service);
    const sentBytes = (await archiveMetric(api, 'archive_bytes_total')) - before;
    const value = sentBytes / rowBytes;
    return {
      work: `${QUIET_ROWS_PER_SECOND} rows a second, a pack each half second: bytes sent to the archive, merges too`,
      figure: `${whole(sentBytes / 1024)} KB`,
      floor: `${whole(rowBytes / 1024)} KB of rows`,
      ratio: short(value),
      value,
      target: TARGETS.archiveStoredBytes,
    };
  } finally {
    await service.stop();
  }
}
