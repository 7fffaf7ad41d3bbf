import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cpuMs } from '../../../e2e/harness/process-usage.ts';
import { type Figure, short, whole } from '../figures.ts';
import { type RunningService, startService } from '../service/start-service.ts';
import { TARGETS } from '../targets.ts';
import { runRecover } from './archive-recovery.ts';
import { untilArchived } from './archive-state.ts';
import type { BenchRun } from './bench-run.ts';
import { createProjects } from './projects.ts';

/** After this, stores that were used have been closed. */
const SETTLE_MS = 100_000;
const SETTLE_QUICK_MS = 5_000;
const WATCHED_MS = 20_000;
const RECOVERED_TARGET = 10_000;

export async function measureIdleArchive(run: BenchRun): Promise<Figure[]> {
  const { isQuick, isLarge, start } = run.options;
  const fullCount = isLarge ? RECOVERED_TARGET : 1_000;
  const projects = isQuick ? 100 : fullCount;
  const dataDir = join(run.directory, 'archive-idle');
  const place = join(run.directory, 'archive-idle-place');
  await mkdir(dataDir);
  const archiveUrl = `file://${place}`;
  const first = await startService({ dataDir, start, archiveUrl });
  try {
    await createProjects(first, projects);
    await untilArchived(first);
  } finally {
    await first.stop();
  }
  const archived = await watchIdle(() => startService({ dataDir, start, archiveUrl }), place, isQuick);
  const recovery = await runRecover(archiveUrl, ['--data', join(run.directory, 'archive-idle-recovered')], start);
  const started = await runRecover(archiveUrl, ['--list'], start);
  const plain = await watchIdle(() => startService({ dataDir, start }), place, isQuick);
  const cpu = archived.cpuPercent - plain.cpuPercent;
  const work = `archive of ${whole(projects)} projects`;
  // The start of the command takes as long for few projects as for many.
  const seconds = started.seconds + ((recovery.seconds - started.seconds) * RECOVERED_TARGET) / projects;
  return [
    {
      work: `${work} that do not change: CPU, more than without`,
      figure: `${short(archived.cpuPercent)} % of a core`,
      floor: `${short(plain.cpuPercent)} % without`,
      value: cpu,
      target: TARGETS.archiveIdleCpu,
    },
    {
      work: `${work} that do not change: objects written in ${WATCHED_MS / 1000} s`,
      figure: whole(archived.objects),
      value: archived.objects,
      target: TARGETS.archiveIdleObjects,
    },
    {
      work: `recovery of ${whole(projects)} small projects`,
      figure: `${short(recovery.seconds)} s, ${short(seconds)} s for ${whole(RECOVERED_TARGET)}`,
      value: seconds,
      target: TARGETS.recoverySeconds,
    },
  ];
}

async function watchIdle(
  start: () => Promise<RunningService>,
  place: string,
  isQuick: boolean,
): Promise<{ readonly cpuPercent: number; readonly objects: number }> {
  const service = await start();
  try {
    await delay(isQuick ? SETTLE_QUICK_MS : SETTLE_MS);
    const objects = await countObjects(place);
    const before = cpuMs(service.pid);
    await delay(WATCHED_MS);
    const cpuPercent = (100 * (cpuMs(service.pid) - before)) / WATCHED_MS;
    return { cpuPercent, objects: (await countObjects(place)) - objects };
  } finally {
    await service.stop();
  }
}

/** Objects of a quiet archive are only added: the archive replaces none, and deletes none for hours. */
async function countObjects(place: string): Promise<number> {
  return (await readdir(place, { recursive: true })).length;
}
