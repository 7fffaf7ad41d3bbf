import { cpuMs, residentBytes, watchResident } from '../../../e2e/harness/process-usage.ts';
import { type Figure, median, short, whole } from '../figures.ts';
import { BATCH_ROWS } from '../floors/sql-job.ts';
import { type CountedLoad, loadService, mediansOf } from '../measure.ts';
import { BENCH_COLUMNS } from '../rows.ts';
import type { Stage } from '../stage.ts';
import { TARGETS } from '../targets.ts';
import { bigTable, inserts } from './row-requests.ts';

const CONNECTIONS = 4;

export async function measureImport(stage: Stage): Promise<Figure[]> {
  const { service, sql, options } = stage;
  const work = `import of ${whole(options.rows)} rows (CSV)`;
  const batchesPerSecond = await sql.perSecond('batch', options.measureMs);
  const before = residentBytes(service.pid);
  const watch = watchResident(service.pid);
  const cpuBefore = cpuMs(service.pid);
  const perSecond = await importTable(stage, 'items_imported');
  const cpuUs = ((cpuMs(service.pid) - cpuBefore) * 1000) / options.rows;
  const growthMb = (watch.stop() - before) / 2 ** 20;
  return [
    {
      work,
      figure: `${whole(perSecond)} rows/s`,
      floor: `${whole(batchesPerSecond * BATCH_ROWS)} rows/s (SQL, no secondary index)`,
      ratio: short(perSecond / (batchesPerSecond * BATCH_ROWS)),
      value: perSecond,
      target: TARGETS.importedRowsPerSecond,
      cpuUs,
    },
    {
      work: `${work}: memory`,
      figure: `+${short(Math.max(0, growthMb))} MB`,
      value: growthMb,
      target: TARGETS.importGrowthMb,
    },
    await measureInsertsBeside(stage),
  ];
}

async function measureInsertsBeside(stage: Stage): Promise<Figure> {
  const requests = inserts({ ...bigTable(stage), table: 'items_plain' });
  const quiet: CountedLoad[] = [];
  const busy: CountedLoad[] = [];
  for (let round = 0; round < stage.options.rounds; round++) {
    quiet.push(await loadService(stage, requests, CONNECTIONS));
    const importing = importTable(stage, `items_imported_${round}`);
    busy.push(await loadService(stage, requests, CONNECTIONS));
    await importing;
  }
  const value = median(busy.map(({ p50Ms }, round) => p50Ms / (quiet[round]?.p50Ms ?? 1)));
  const { perSecond, p50Ms, p99Ms, failures, spread } = mediansOf(busy);
  const calm = mediansOf(quiet);
  return {
    work: 'inserts into another table while rows are imported',
    figure: `${whole(perSecond)}/s`,
    floor: `quiet: ${whole(calm.perSecond)}/s, p50 ${short(calm.p50Ms)} ms`,
    ratio: `p50 × ${short(value)}`,
    value,
    target: TARGETS.besideImportP50,
    ...{ p50Ms, p99Ms, failures, spread },
  };
}

async function importTable({ api, project, options }: Stage, name: string): Promise<number> {
  await api.createTable(project.id, { name, columns: BENCH_COLUMNS, rules: { read: 'private' } });
  const startedAt = performance.now();
  await api.importRows(project.id, name, { from: 0, to: options.rows });
  return (options.rows * 1000) / (performance.now() - startedAt);
}
