import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { residentBytes } from '../../../e2e/harness/process-usage.ts';
import { type Figure, median, short } from '../figures.ts';
import { type RunningService, startService } from '../service/start-service.ts';
import { TARGETS } from '../targets.ts';
import type { BenchRun } from './bench-run.ts';

const STARTS = 7;
const SETTLE_MS = 3_000;

/** Time from start to the first answer of /health, and memory 3 s later, with an existing data directory. */
export async function measureStart(run: BenchRun): Promise<Figure[]> {
  const dataDir = join(run.directory, 'start');
  await mkdir(dataDir);
  const databaseUrl = await run.createDatabase('bench_start');
  const start = (): Promise<RunningService> => startService({ dataDir, start: run.options.start, databaseUrl });
  await (await start()).stop();
  const startMs = [];
  const idleMb = [];
  for (let round = 0; round < STARTS; round++) {
    const service = await start();
    startMs.push(service.startMs);
    if (round < 3) {
      await delay(SETTLE_MS);
      idleMb.push(residentBytes(service.pid) / 2 ** 20);
    }
    await service.stop();
  }
  const ms = median(startMs);
  const mb = median(idleMb);
  return [
    { work: 'start to first answer', figure: `${short(ms)} ms`, value: ms, target: TARGETS.startMs },
    { work: 'idle memory after 3 s', figure: `${short(mb)} MB`, value: mb, target: TARGETS.idleMb },
  ];
}
