import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { cleaningUp } from '../../../e2e/harness/cleaning-up.ts';
import { residentBytes, watchResident } from '../../../e2e/harness/process-usage.ts';
import { startChild } from '../child.ts';
import { type Figure, median, short, whole } from '../figures.ts';
import type { FileServerOrder } from '../floors/file-server.ts';
import { createFileClient, type FileClient, formOf } from '../load/file-client.ts';
import { AdminApi } from '../service/admin-api.ts';
import { type RunningService, startService } from '../service/start-service.ts';
import { TARGETS } from '../targets.ts';
import type { BenchRun } from './bench-run.ts';

const MB = 1_000_000;
const SETS = [
  { name: '1 MB × 64', bytes: MB, atOnce: 64 },
  { name: '50 MB × 8', bytes: 50 * MB, atOnce: 8 },
];
const RANGE_BYTES = 65_536;
const RANGE_CONNECTIONS = 64;
const RANGES = 2_000;

interface Place {
  readonly run: BenchRun;
  readonly service: RunningService;
  readonly ours: FileClient;
  readonly floor: FileClient;
}

export async function measureFiles(run: BenchRun): Promise<Figure[]> {
  const [dataDir, floorDir] = [join(run.directory, 'files'), join(run.directory, 'files-floor')];
  await Promise.all([mkdir(dataDir), mkdir(floorDir)]);
  const databaseUrl = await run.createDatabase('bench_files');
  return await cleaningUp(async (cleanUp) => {
    const child = cleanUp.use(startChild<FileServerOrder, { port: number }>('floors/file-server.ts'));
    const service = cleanUp.use(await startService({ dataDir, start: run.options.start, databaseUrl }));
    const { port } = await child.ask({ directory: floorDir }, (news) => news.port > 0);
    const { id, secretKey } = await new AdminApi(service).createProject('files');
    const base = `/api/baas/${id}/storage`;
    const ours = createFileClient({
      port: service.port,
      key: secretKey,
      upload: `${base}/upload`,
      download: (file) => `${base}/files/${file}/download`,
      record: (file) => `${base}/files/${file}`,
    });
    const plain = (file: string): string => `/${file}`;
    const floor = createFileClient({ port, key: 'none', upload: '/', download: plain, record: plain });
    for (const client of [ours, floor]) cleanUp.defer(() => client.close());
    const place = { run, service, ours, floor };
    const figures = [];
    for (const set of SETS) figures.push(...(await measureSet(place, set)));
    return [...figures, await measureRanges(place)];
  });
}

async function measureSet(place: Place, set: (typeof SETS)[number]): Promise<Figure[]> {
  const { run, service } = place;
  const form = formOf(new Uint8Array(set.bytes).fill(120));
  const megabytes = (set.bytes * set.atOnce) / MB;
  const up: { ours: number; floor: number }[] = [];
  const down: { ours: number; floor: number }[] = [];
  let growthMb = 0;
  // The first round warms up.
  for (let round = 0; round <= run.options.rounds; round += 1) {
    const floor = await putAndGet(place.floor, form, set.atOnce);
    const before = residentBytes(service.pid);
    const watch = watchResident(service.pid);
    const ours = await putAndGet(place.ours, form, set.atOnce);
    const growth = (watch.stop() - before) / 2 ** 20;
    if (round === 0) continue;
    growthMb = Math.max(growthMb, growth);
    up.push({ ours: megabytes / ours.upSeconds, floor: megabytes / floor.upSeconds });
    down.push({ ours: megabytes / ours.downSeconds, floor: megabytes / floor.downSeconds });
  }
  return [
    compared(`upload ${set.name}, synced`, up),
    compared(`download ${set.name}`, down),
    {
      work: `memory during ${set.name}, process tree`,
      figure: `+${short(Math.max(0, growthMb))} MB`,
      value: growthMb,
      target: TARGETS.fileGrowthMb,
    },
  ];
}

async function putAndGet(client: FileClient, form: readonly Uint8Array[], atOnce: number) {
  const all = Array.from({ length: atOnce });
  const startedAt = performance.now();
  const ids = await Promise.all(all.map(() => client.upload(form)));
  const storedAt = performance.now();
  await Promise.all(ids.map((id) => client.download(id)));
  const endedAt = performance.now();
  await Promise.all(ids.map((id) => client.remove(id)));
  return { upSeconds: (storedAt - startedAt) / 1000, downSeconds: (endedAt - storedAt) / 1000 };
}

function compared(work: string, rounds: readonly { ours: number; floor: number }[]): Figure {
  const ratio = median(rounds.map(({ ours, floor }) => ours / floor));
  return {
    work,
    figure: `${short(median(rounds.map(({ ours }) => ours)))} MB/s`,
    floor: `${short(median(rounds.map(({ floor }) => floor)))} MB/s`,
    ratio: short(ratio),
    value: ratio,
    target: TARGETS.fileRatio,
  };
}

async function measureRanges({ run, ours, floor }: Place): Promise<Figure> {
  const bytes = 50 * MB;
  const form = formOf(new Uint8Array(bytes).fill(120));
  const perSecond = async (client: FileClient, id: string): Promise<number> => {
    const startedAt = performance.now();
    let left = RANGES;
    const read = async (): Promise<void> => {
      while (left-- > 0) {
        const start = Math.floor(Math.random() * (bytes - RANGE_BYTES));
        await client.download(id, `bytes=${start}-${start + RANGE_BYTES - 1}`);
      }
    };
    await Promise.all(Array.from({ length: RANGE_CONNECTIONS }, read));
    return (RANGES * 1000) / (performance.now() - startedAt);
  };
  const [ourId, floorId] = [await ours.upload(form), await floor.upload(form)];
  const rounds: { ours: number; floor: number }[] = [];
  for (let round = 0; round <= run.options.rounds; round += 1) {
    const figures = { floor: await perSecond(floor, floorId), ours: await perSecond(ours, ourId) };
    if (round > 0) rounds.push(figures);
  }
  const ratio = median(rounds.map((each) => each.ours / each.floor));
  return {
    work: 'parts of 64 KiB of a 50 MB file (Range)',
    figure: `${whole(median(rounds.map((each) => each.ours)))}/s`,
    floor: `${whole(median(rounds.map((each) => each.floor)))}/s`,
    ratio: short(ratio),
    value: ratio,
  };
}
