import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Figure, short, whole } from '../figures.ts';
import type { BenchOptions } from '../options.ts';
import { BENCH_COLUMNS } from '../rows.ts';
import { AdminApi } from '../service/admin-api.ts';
import { startService } from '../service/start-service.ts';
import { TARGETS } from '../targets.ts';
import { untilArchived } from './archive-state.ts';
import type { BenchRun } from './bench-run.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const ROWS = 1_000_000;
const QUICK_ROWS = 100_000;

/** Compares the time to recover a data directory with the time to only read the archive's objects. */
export async function measureRecovery(run: BenchRun): Promise<Figure[]> {
  const { start, isQuick } = run.options;
  const dataDir = join(run.directory, 'archive-large');
  const place = join(run.directory, 'archive-large-place');
  await mkdir(dataDir);
  const archiveUrl = `file://${place}`;
  const service = await startService({ dataDir, start, archiveUrl });
  try {
    const api = new AdminApi(service);
    await api.createProject('large');
    await api.createTable('large', { name: 'items', columns: BENCH_COLUMNS, rules: { read: 'public' } });
    await api.importRows('large', 'items', { from: 0, to: isQuick ? QUICK_ROWS : ROWS });
    await untilArchived(service);
  } finally {
    await service.stop();
  }
  const reading = await readAll(place);
  const folder = join(run.directory, 'archive-large-recovered');
  const { seconds } = await runRecover(archiveUrl, ['--data', folder], start);
  const megabytes = (await bytesBelow(folder)) / 1e6;
  const value = megabytes / seconds;
  return [
    {
      work: `recovery of ${whole(megabytes)} MB, with the start of the command`,
      figure: `${short(value)} MB/s (${short(seconds)} s)`,
      floor: `${short(reading.seconds)} s to read ${whole(reading.bytes / 1e6)} MB of objects`,
      value,
      target: TARGETS.recoveredMbPerSecond,
    },
  ];
}

export async function runRecover(
  archiveUrl: string,
  args: readonly string[],
  start: BenchOptions['start'],
): Promise<{ readonly seconds: number }> {
  const startedAt = performance.now();
  const program = start === 'bundle' ? 'scripts/start.mjs' : 'server/src/main.ts';
  const recovery = spawn(process.execPath, [program, 'recover', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], SERVICE_ARCHIVE_URL: archiveUrl },
  });
  const [code] = await once(recovery, 'exit');
  if (code !== 0) throw new Error(`the recovery ended with ${code}`);
  return { seconds: (performance.now() - startedAt) / 1000 };
}

async function readAll(folder: string): Promise<{ readonly bytes: number; readonly seconds: number }> {
  const startedAt = performance.now();
  let bytes = 0;
  for (const path of await filesBelow(folder)) bytes += (await readFile(path)).length;
  return { bytes, seconds: (performance.now() - startedAt) / 1000 };
}

async function bytesBelow(folder: string): Promise<number> {
  let bytes = 0;
  for (const path of await filesBelow(folder)) bytes += (await stat(path)).size;
  return bytes;
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
