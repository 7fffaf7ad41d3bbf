import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleaningUp } from '../../e2e/harness/cleaning-up.ts';
import type { Figure } from './figures.ts';
import { describeMachine } from './machine.ts';
import { type BenchOptions, HELP, readOptions } from './options.ts';
import { headOf, lineOf, writeReport } from './report.ts';
import { BENCH_COLUMNS, PLAIN_COLUMNS } from './rows.ts';
import { AdminApi } from './service/admin-api.ts';
import { databasesOf, startPostgres } from './service/embedded-postgres.ts';
import { startService } from './service/start-service.ts';
import { type Stage, startEchoFloor, startLoadGenerator, startSqlFloor } from './stage.ts';
import { OWNER } from './workloads/accounts.ts';
import type { BenchRun } from './workloads/bench-run.ts';
import { ALONE, ON_STAGE, WORKLOAD_NAMES } from './workloads/catalogue.ts';
import { LARGE_TABLE, SMALL_ROWS } from './workloads/growth.ts';

const PROJECT = 'bench';

async function main(args: readonly string[]): Promise<void> {
  const options = readOptions(args, process.env);
  if (options === 'help') console.log(HELP);
  else if (options === 'list') console.log(WORKLOAD_NAMES.join('\n'));
  else await runBench(options, args);
}

async function runBench(options: BenchOptions, args: readonly string[]): Promise<void> {
  const unknown = options.only?.find((name) => !WORKLOAD_NAMES.includes(name));
  if (unknown !== undefined) throw new Error(`there is no workload "${unknown}"; --list names them.`);
  const head = headOf(describeMachine(args, options.tmpDir ?? tmpdir()));
  const figures: Figure[] = [];
  const notes = new Set<string>();
  const show = (name: string, found: readonly Figure[]): void => {
    console.log(`${name}\n${[head, ...found.map(lineOf)].join('\n')}`);
    figures.push(...found);
  };
  await cleaningUp(async (cleanUp) => {
    const directory = await mkdtemp(join(options.tmpDir ?? tmpdir(), 'service-bench-'));
    cleanUp.defer(() => rm(directory, { recursive: true, force: true }));
    // A PostgreSQL server started by root runs as another user, who needs access to its folder.
    await chmod(directory, 0o755);
    const createDatabase = await openDatabases(options, directory, cleanUp);
    await runAll({ options, directory, createDatabase, note: (sentence) => notes.add(sentence) }, show);
    await writeFile(options.out, writeReport(options, describeMachine(args, directory), figures, [...notes]));
  });
  console.log(`\nWritten to ${options.out}.`);
}

type Show = (name: string, found: readonly Figure[]) => void;

async function runAll(run: BenchRun, show: Show): Promise<void> {
  const isWanted = (name: string): boolean => run.options.only?.includes(name) ?? true;
  for (const [name, measure] of Object.entries(ALONE)) if (isWanted(name)) show(name, await measure(run));
  const onStage = Object.entries(ON_STAGE).filter(([name]) => isWanted(name));
  if (onStage.length === 0) return;
  await cleaningUp(async (cleanUp) => {
    const stage = await setStage(run, cleanUp);
    for (const [name, measure] of onStage) show(name, await measure(stage));
  });
}

async function setStage(run: BenchRun, cleanUp: AsyncDisposableStack): Promise<Stage> {
  const { options, directory } = run;
  const dataDir = join(directory, 'stage');
  const floorDir = join(directory, 'floor');
  await Promise.all([mkdir(dataDir), mkdir(floorDir)]);
  const databaseUrl = await run.createDatabase('bench_stage');
  const service = cleanUp.use(await startService({ dataDir, start: options.start, databaseUrl }));
  const api = new AdminApi(service);
  const project = await api.createProject(PROJECT);
  const startedAt = performance.now();
  const rules = { read: 'public', create: 'public', update: 'public', delete: 'private' };
  const ownerId = await api.createUser(PROJECT, OWNER);
  for (const [name, rows] of tablesOf(options)) {
    await api.createTable(project.id, { name, columns: BENCH_COLUMNS, rules });
    await api.importRows(project.id, name, { from: 0, to: rows, cells: { owner_id: () => ownerId } });
  }
  await api.createTable(project.id, { name: 'items_plain', columns: PLAIN_COLUMNS, rules });
  console.log(`filled in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  const target = (await run.createDatabase('bench_floor')) ?? floorDir;
  return {
    options,
    service,
    api,
    project,
    ownerId,
    load: cleanUp.use(startLoadGenerator()),
    echo: cleanUp.use(startEchoFloor()),
    sql: cleanUp.use(await startSqlFloor(options.engine, target, options.rows)),
    note: run.note,
  };
}

function tablesOf(options: BenchOptions): [string, number][] {
  const tables: [string, number][] = [
    ['items', options.rows],
    ['items_small', SMALL_ROWS],
  ];
  return options.isLarge ? [...tables, [LARGE_TABLE, 0]] : tables;
}

async function openDatabases(
  options: BenchOptions,
  directory: string,
  cleanUp: AsyncDisposableStack,
): Promise<BenchRun['createDatabase']> {
  if (options.engine === 'sqlite') return async () => undefined;
  const { databaseUrl } = options;
  const server = databaseUrl === undefined ? cleanUp.use(await startPostgres(directory)) : databasesOf(databaseUrl);
  return (name) => server.createDatabase(name);
}

await main(process.argv.slice(2));
