import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { startChild } from '../child.ts';
import { type Figure, median, short, whole } from '../figures.ts';
import type { FileServerOrder } from '../floors/file-server.ts';
import { type HttpRequest, wireOf } from '../http-request.ts';
import { type CountedLoad, loadService, mediansOf } from '../measure.ts';
import { AdminApi } from '../service/admin-api.ts';
import { startService } from '../service/start-service.ts';
import { type Stage, startLoadGenerator } from '../stage.ts';
import { TARGETS } from '../targets.ts';
import type { BenchRun } from './bench-run.ts';

const PROJECT = 'bench-apps';
const KILOBYTE = 1024;
/** A typical bundled script, and a picture that is too large for the service's memory cache. */
const FILES = [
  { name: 'app-BqkXKz3p.js', bytes: 20 * KILOBYTE },
  { name: 'picture-DqkXKz3p.png', bytes: 1000 * KILOBYTE },
];

export async function measureApps(run: BenchRun): Promise<Figure[]> {
  const [dataDir, floorDir] = [join(run.directory, 'apps'), join(run.directory, 'apps-floor', 'dist')];
  await Promise.all([mkdir(dataDir), mkdir(floorDir, { recursive: true })]);
  const cleanUp = new AsyncDisposableStack();
  try {
    const { options, note } = run;
    const databaseUrl = await run.createDatabase('bench_apps');
    const service = cleanUp.use(await startService({ dataDir, start: options.start, databaseUrl }));
    const load = cleanUp.use(startLoadGenerator());
    const floor = cleanUp.use(startChild<FileServerOrder, { port: number }>('floors/file-server.ts'));
    const api = new AdminApi(service);
    await api.createProject(PROJECT);
    for (const { name, bytes } of FILES) await writeFile(join(floorDir, name), noise(bytes));
    await api.publishApp(PROJECT, dirname(floorDir));
    const { port } = await floor.ask({ directory: floorDir }, (news) => news.port > 0);
    const figures: Figure[] = [];
    for (const file of FILES) figures.push(await measureFile({ options, note, service, load }, file, port));
    return figures;
  } finally {
    await cleanUp.disposeAsync();
  }
}

async function measureFile(
  stage: Pick<Stage, 'options' | 'service' | 'load' | 'note'>,
  { name, bytes }: (typeof FILES)[number],
  floorPort: number,
): Promise<Figure> {
  const { options, load } = stage;
  const { connections, warmUpMs, measureMs } = options;
  // The request line names the host and takes precedence over the header that the load generator sets.
  const request: HttpRequest = { method: 'GET', path: `http://${PROJECT}.localhost/${name}`, headers: {} };
  const wires = [wireOf({ ...request, path: `/${name}` }, `127.0.0.1:${floorPort}`)];
  const rounds: { ours: CountedLoad; floor: number }[] = [];
  for (let round = 0; round < options.rounds; round++) {
    const bare = await load.run({
      host: '127.0.0.1',
      port: floorPort,
      requests: wires,
      connections,
      warmUpMs,
      measureMs,
    });
    rounds.push({ ours: await loadService(stage, [request]), floor: bare.perSecond });
  }
  const value = median(rounds.map(({ ours, floor }) => ours.perSecond / floor));
  const { perSecond, p50Ms, p99Ms, cpuUs, failures, spread } = mediansOf(rounds.map(({ ours }) => ours));
  return {
    work: `static file of ${bytes / KILOBYTE} KiB`,
    figure: `${whole(perSecond)}/s`,
    floor: `bare stream: ${whole(median(rounds.map(({ floor }) => floor)))}/s`,
    ratio: short(value),
    value,
    target: TARGETS.staticRatio,
    ...{ p50Ms, p99Ms, cpuUs, failures, spread },
  };
}

/** Deterministic bytes that do not compress, so that both servers send the same amount. */
function noise(bytes: number): Uint8Array {
  const made = new Uint8Array(bytes);
  let state = 1;
  for (let at = 0; at < bytes; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    made[at] = state >>> 16;
  }
  return made;
}
