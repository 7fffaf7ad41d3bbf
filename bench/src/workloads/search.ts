import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cleaningUp } from '../../../e2e/harness/cleaning-up.ts';
import { type Figure, median, short, whole } from '../figures.ts';
import { type BareSearch, openSearchFloor, type SearchFloor } from '../floors/search-floor.ts';
import { bearer, type HttpRequest, jsonRequest, send } from '../http-request.ts';
import { loadService } from '../measure.ts';
import { COMMON, pairOf, searchCsv, TEXT_BYTES, textOf, typedOf } from '../search-rows.ts';
import { AdminApi, type BenchProject } from '../service/admin-api.ts';
import { clientOf } from '../service/embedded-postgres.ts';
import { type RunningService, startService } from '../service/start-service.ts';
import { type LoadGenerator, startLoadGenerator } from '../stage.ts';
import { TARGETS } from '../targets.ts';
import { OWNER, signIn } from './accounts.ts';
import type { BenchRun } from './bench-run.ts';

const TIMES = 24;
const INSERT_CONNECTIONS = 16;
const COLUMNS = { plain: false, notes: true } as const;

interface Searches {
  readonly run: BenchRun;
  readonly service: RunningService;
  readonly api: AdminApi;
  readonly project: BenchProject;
  readonly load: LoadGenerator;
  readonly floor: SearchFloor;
  readonly cookie: string;
  readonly rows: number;
}

/** Inserts a row before each search, so that the service cannot reuse an earlier answer. */
export function measureSearch(run: BenchRun): Promise<Figure[]> {
  return cleaningUp((cleanUp) => measureOn(run, cleanUp));
}

async function measureOn(run: BenchRun, cleanUp: AsyncDisposableStack): Promise<Figure[]> {
  const dataDir = join(run.directory, 'search');
  await mkdir(dataDir);
  const { rows } = run.options;
  const databaseUrl = await run.createDatabase('bench_search');
  const start = (): Promise<RunningService> => startService({ dataDir, start: run.options.start, databaseUrl });
  const sizes: number[] = [];
  /** The files of a stopped service hold everything that it wrote. */
  const sized = async <Result>(work: (api: AdminApi) => Promise<Result>): Promise<Result> => {
    const first = await start();
    const result = await work(new AdminApi(first)).finally(() => first.stop());
    sizes.push(await sizeOf(dataDir, databaseUrl));
    return result;
  };
  const { project, ownerId } = await sized(async (first) => {
    const created = await first.createProject('search');
    return { project: created, ownerId: await first.createUser(created.id, OWNER) };
  });
  for (const [name, searchable] of Object.entries(COLUMNS)) {
    await sized(async (filling) => {
      const columns = [{ name: 'body', type: 'text', searchable }];
      await filling.createTable(project.id, { name, columns, rules: { read: 'public', create: 'public' } });
      await filling.importCsv(project.id, name, { rows, csv: searchCsv(rows, ownerId) });
    });
  }
  const service = cleanUp.use(await start());
  const api = new AdminApi(service);
  const floorFile = join(run.directory, 'search-floor.db');
  const floor = cleanUp.use(await openSearchFloor(floorFile, rows, await run.createDatabase('bench_search_floor')));
  const cookie = await signIn({ service, project }, OWNER);
  const load = cleanUp.use(startLoadGenerator());
  const searches: Searches = { run, service, api, project, load, floor, cookie, rows };
  return [
    ...(await measureLists(searches)),
    await compareOwner(searches),
    await compareInserts(searches),
    sizeFigure(sizes, rows),
  ];
}

interface Case {
  readonly work: string;
  readonly target: NonNullable<Figure['target']>;
  readonly queryOf: (number: number) => string;
  readonly bareOf: (number: number) => BareSearch;
}

const NEWEST = 'order=created_at:desc';

function casesOf(rows: number): readonly Case[] {
  const common = { words: [COMMON], isPrefix: false, order: 'ranked' } as const;
  const met = whole(rows / 1_024);
  return [
    {
      work: `two words that meet in ${met} rows: newest 20 with count`,
      target: TARGETS.newestFoundMs,
      queryOf: (number) => `search=${quoted(pairOf(number))}&${NEWEST}`,
      bareOf: (number) => ({ words: pairOf(number).split(' '), isPrefix: false, order: 'newest', isCounted: true }),
    },
    {
      work: `a word of ${whole(rows / 5)} rows: most relevant 20 with count`,
      target: TARGETS.rankedCountedMs,
      queryOf: () => `search=${quoted(COMMON)}`,
      bareOf: () => ({ ...common, isCounted: true }),
    },
    {
      work: `a word of ${whole(rows / 5)} rows: most relevant 20 without count`,
      target: TARGETS.rankedMs,
      queryOf: () => `search=${quoted(COMMON)}&count=none`,
      bareOf: () => ({ ...common, isCounted: false }),
    },
    {
      work: `a word of ${whole(rows / 5)} rows: newest 20 with count`,
      target: TARGETS.newestFoundMs,
      queryOf: () => `search=${quoted(COMMON)}&${NEWEST}`,
      bareOf: () => ({ ...common, order: 'newest', isCounted: true }),
    },
    {
      work: `a word of ${whole(rows / 5)} rows without another word: newest 20, counted for the first time`,
      target: TARGETS.newestFoundMs,
      queryOf: (number) => `search=${quoted(COMMON)}%20-absent${number}&${NEWEST}`,
      bareOf: () => ({ ...common, order: 'newest', isCounted: true }),
    },
    {
      work: 'the first three letters of a word: newest 20 without count',
      target: TARGETS.typedMs,
      queryOf: (number) => `search=${typedOf(number)}&${NEWEST}&count=none`,
      bareOf: (number) => ({ words: [typedOf(number)], isPrefix: true, order: 'newest', isCounted: false }),
    },
    {
      work: 'the first three letters of a word: most relevant 20',
      target: TARGETS.typedMs,
      queryOf: (number) => `search=${typedOf(number)}`,
      bareOf: (number) => ({ words: [typedOf(number)], isPrefix: true, order: 'ranked', isCounted: true }),
    },
    {
      work: 'a word of many rows among few rows that a filter finds: newest 20 with count',
      target: TARGETS.newestFoundMs,
      queryOf: (number) => `search=${quoted(COMMON)}&${NEWEST}&filter=created_at:lt:${earlyTime(number)}`,
      bareOf: () => ({ ...common, order: 'newest', isCounted: true }),
    },
  ];
}

async function measureLists(searches: Searches): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { work, target, queryOf, bareOf } of casesOf(searches.rows)) {
    const floorMs: number[] = [];
    const tookMs: number[] = [];
    for (let number = 0; number < TIMES; number++) {
      floorMs.push(await searches.floor.run(bareOf(number)));
      tookMs.push(await timed(searches, searchOf(searches, queryOf(number))));
    }
    const p50Ms = median(tookMs);
    figures.push({
      work,
      figure: `${short(p50Ms)} ms`,
      floor: `${short(median(floorMs))} ms`,
      ratio: `× ${short(p50Ms / median(floorMs))}`,
      value: p50Ms,
      target,
      p50Ms,
      p99Ms: Math.max(...tookMs),
      failures: 0,
    });
  }
  return figures;
}

async function compareOwner(searches: Searches): Promise<Figure> {
  const { api, project, rows } = searches;
  const times: number[][] = [];
  for (const read of ['authenticated', 'owner']) {
    await api.setRules(project.id, 'notes', { read });
    const tookMs: number[] = [];
    for (let number = 0; number < TIMES; number++)
      tookMs.push(await timed(searches, searchOf(searches, `search=${quoted(COMMON)}`)));
    times.push(tookMs);
  }
  await api.setRules(project.id, 'notes', { read: 'public' });
  const [openMs = 0, ownedMs = 0] = times.map(median);
  const value = ownedMs / openMs;
  return {
    work: `a word of ${whole(rows / 5)} rows under \`owner\`, most relevant 20 with count, against \`authenticated\``,
    figure: `${short(ownedMs)} ms`,
    floor: `${short(openMs)} ms`,
    ratio: `× ${short(value)}`,
    value,
    target: TARGETS.ownedSearch,
  };
}

async function compareInserts(searches: Searches): Promise<Figure> {
  const { run, service, load } = searches;
  const insertsOf = (table: string): HttpRequest[] =>
    Array.from({ length: 256 }, (_, number) => insertOf(searches, table, textOf(number * 31 + 1)));
  const ratios: number[] = [];
  const perSecond: number[] = [];
  let failures = 0;
  for (let round = 0; round < run.options.rounds; round++) {
    const stage = { options: run.options, service, load, note: run.note };
    const plain = await loadService(stage, insertsOf('plain'), INSERT_CONNECTIONS);
    const searchable = await loadService(stage, insertsOf('notes'), INSERT_CONNECTIONS);
    ratios.push(searchable.perSecond / plain.perSecond);
    perSecond.push(searchable.perSecond);
    failures += plain.failures + searchable.failures;
  }
  const value = median(ratios);
  return {
    work: 'inserts into a searchable table, against a plain one',
    figure: `${whole(median(perSecond))}/s`,
    ratio: short(value),
    value,
    target: TARGETS.searchableInserts,
    failures,
  };
}

function sizeFigure([empty = 0, plain = 0, both = 0]: readonly number[], rows: number): Figure {
  const index = both - plain - (plain - empty);
  const value = index / (rows * TEXT_BYTES);
  return {
    work: 'size of the index, against the texts',
    figure: `${whole(index / 2 ** 20)} MiB`,
    ratio: `× ${short(value)}`,
    value,
    target: TARGETS.wordIndexSize,
  };
}

async function timed(searches: Searches, request: HttpRequest): Promise<number> {
  const { service } = searches;
  await send(insertOf(searches, 'notes', 'another'), service.url);
  const startedAt = performance.now();
  await send(request, service.url);
  return performance.now() - startedAt;
}

function searchOf({ project, cookie }: Searches, query: string): HttpRequest {
  const path = `/api/baas/${project.id}/data/notes?limit=20&${query}`;
  return { method: 'GET', path, headers: { ...bearer(project.publicKey), cookie } };
}

function insertOf({ project }: Searches, table: string, body: string): HttpRequest {
  return jsonRequest('POST', `/api/baas/${project.id}/data/${table}`, project.publicKey, { body });
}

function quoted(words: string): string {
  return encodeURIComponent(
    words
      .split(' ')
      .map((word) => `"${word}"`)
      .join(' '),
  );
}

function earlyTime(number: number): string {
  return new Date(Date.UTC(2026, 0, 1) + 200 + number).toISOString();
}

async function sizeOf(directory: string, databaseUrl: string | undefined): Promise<number> {
  if (databaseUrl !== undefined) {
    const client = clientOf(databaseUrl);
    await client.connect();
    const { rows } = await client.query('SELECT pg_database_size(current_database()) AS bytes');
    await client.end();
    return Number(rows[0]?.bytes);
  }
  let bytes = 0;
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && entry.name.endsWith('.db')) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}
