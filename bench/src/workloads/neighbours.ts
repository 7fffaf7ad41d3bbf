import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cleaningUp } from '../../../e2e/harness/cleaning-up.ts';
import { type Figure, median, short } from '../figures.ts';
import { bearer, type HttpRequest, jsonRequest, wireOf } from '../http-request.ts';
import type { LoadResult } from '../load/load-job.ts';
import { AdminApi, type BenchProject } from '../service/admin-api.ts';
import { ADMIN_TOKEN, type RunningService, startService } from '../service/start-service.ts';
import { type LoadGenerator, startLoadGenerator } from '../stage.ts';
import { TARGETS } from '../targets.ts';
import { logIn } from './accounts.ts';
import type { BenchRun } from './bench-run.ts';
import { invocation } from './function-stage.ts';

const GREEDY_CONNECTIONS = 8;
const GREEDY_MS = 1500;
/** No request repeats, not even within a round: otherwise images would come from the cache. */
const DIFFERENT = 10_000;
const SOURCES = {
  one: 'export default () => 1',
  busy: 'export default () => { for (const end = Date.now() + 200; Date.now() < end; ); }',
};
const USER = { email: 'ann@bench.example', password: 'a calm and long password' };

interface NeighbourSetUp {
  readonly run: BenchRun;
  readonly service: RunningService;
  readonly quiet: LoadGenerator;
  readonly greedy: LoadGenerator;
}

interface Resource {
  readonly work: string;
  readonly wanted: readonly HttpRequest[];
  readonly worst: readonly HttpRequest[];
}

/** A greedy project overloads one resource after the other; measures how long another project waits for the same resource. */
export async function measureNeighbours(run: BenchRun): Promise<Figure[]> {
  return await cleaningUp(async (cleanUp) => {
    const dataDir = join(run.directory, 'neighbours');
    await mkdir(dataDir);
    const databaseUrl = await run.createDatabase('bench_neighbours');
    const service = cleanUp.use(await startService({ dataDir, start: run.options.start, databaseUrl }));
    const [quiet, greedy] = [cleanUp.use(startLoadGenerator()), cleanUp.use(startLoadGenerator({ isLast: true }))];
    const figures: Figure[] = [];
    for (const resource of await resourcesOf(service))
      figures.push(await measureResource({ run, service, quiet, greedy }, resource));
    run.note(
      'Who calls for the greedy project gets only what all others leave of the cores: callers have machines of their own.',
    );
    return figures;
  });
}

async function measureResource(street: NeighbourSetUp, { work, wanted, worst }: Resource): Promise<Figure> {
  const { rounds } = street.run.options;
  const pairs: { readonly calm: LoadResult; readonly busy: LoadResult }[] = [];
  for (let round = 0; round < rounds; round++) {
    const part = (of: number): readonly HttpRequest[] => partOf(wanted, 2 * round + of, 2 * rounds);
    const calm = await callOneByOne(street, part(0));
    const attack = takeAllThereIs(street, partOf(worst, round, rounds));
    await delay(GREEDY_MS);
    pairs.push({ calm, busy: await callOneByOne(street, part(1)) });
    await attack;
  }
  const value = median(pairs.map(({ calm, busy }) => busy.p95Ms / calm.p95Ms));
  return {
    work: `${work} beside a project that does its worst`,
    figure: `p95 ${short(median(pairs.map(({ busy }) => busy.p95Ms)))} ms`,
    floor: `quiet: p95 ${short(median(pairs.map(({ calm }) => calm.p95Ms)))} ms`,
    ratio: `p95 × ${short(value)}`,
    value,
    target: TARGETS.neighbourP95,
    p50Ms: median(pairs.map(({ busy }) => busy.p50Ms)),
    p99Ms: median(pairs.map(({ busy }) => busy.p99Ms)),
    failures: pairs.reduce((sum, { calm, busy }) => sum + calm.failures + busy.failures, 0),
  };
}

/** One part of the requests. When there are fewer requests than parts, each part gets all of them. */
export function partOf(requests: readonly HttpRequest[], at: number, parts: number): readonly HttpRequest[] {
  const length = Math.max(1, Math.floor(requests.length / parts));
  return requests.length < parts ? requests : requests.slice(at * length, (at + 1) * length);
}

function callOneByOne(street: NeighbourSetUp, requests: readonly HttpRequest[]): Promise<LoadResult> {
  const { warmUpMs, measureMs } = street.run.options;
  return street.quiet.run({ ...jobOf(street, requests), connections: 1, warmUpMs, measureMs });
}

function takeAllThereIs(street: NeighbourSetUp, requests: readonly HttpRequest[]): Promise<LoadResult> {
  const { warmUpMs, measureMs } = street.run.options;
  const connections = GREEDY_CONNECTIONS;
  return street.greedy.run({ ...jobOf(street, requests), connections, warmUpMs: GREEDY_MS + warmUpMs, measureMs });
}

function jobOf({ service }: NeighbourSetUp, requests: readonly HttpRequest[]) {
  const host = '127.0.0.1';
  return { host, port: service.port, requests: requests.map((request) => wireOf(request, `${host}:${service.port}`)) };
}

async function resourcesOf(service: RunningService): Promise<readonly Resource[]> {
  const api = new AdminApi(service);
  const [quiet, greedy] = [await api.createProject('quiet'), await api.createProject('greedy')];
  for (const { id } of [quiet, greedy]) {
    await api.createUser(id, USER);
    for (const [name, source] of Object.entries(SOURCES))
      await api.putFunction(id, name, { trigger: 'http', access: 'public', source });
  }
  const small = await uploadPicture(service, quiet, 400);
  return [
    {
      work: 'sign-ins',
      wanted: [logIn(quiet.id, quiet.publicKey, USER)],
      worst: [logIn(greedy.id, greedy.publicKey, USER)],
    },
    {
      work: 'deploys of a function',
      wanted: numbers((n) => deploy(quiet, 'one', `export default () => ${n}`)),
      worst: numbers((n) => deploy(greedy, `endless${n}`, 'for (;;); export default () => 1')),
    },
    {
      work: 'images in another size',
      wanted: numbers((n) => get(`${small}?w=${50 + (n % 300)}&h=${50 + Math.floor(n / 300)}&format=webp`, quiet)),
      worst: await otherSizes(service, greedy),
    },
    { work: 'mails that are asked for', wanted: [askForMail(quiet)], worst: [askForMail(greedy)] },
    { work: 'calls of a function', wanted: [invocation(quiet, 'one')], worst: [invocation(greedy, 'busy')] },
    {
      work: 'calls of a function (cheap ones)',
      wanted: [invocation(quiet, 'one')],
      worst: [invocation(greedy, 'one')],
    },
  ];
}

/** A large image, each time in another size. */
export async function otherSizes(service: RunningService, project: BenchProject): Promise<readonly HttpRequest[]> {
  const large = await uploadPicture(service, project, 2000);
  return numbers((n) => get(`${large}?w=${1500 + (n % 500)}&h=${1500 + Math.floor(n / 500)}&format=avif`, project));
}

function numbers(requestOf: (n: number) => HttpRequest): readonly HttpRequest[] {
  return Array.from({ length: DIFFERENT }, (_, n) => requestOf(n));
}

function deploy({ id }: BenchProject, name: string, source: string): HttpRequest {
  return jsonRequest('PUT', `/api/cloud/projects/${id}/functions/${name}`, ADMIN_TOKEN, { trigger: 'http', source });
}

function askForMail({ id, secretKey }: BenchProject): HttpRequest {
  return jsonRequest('POST', `/api/baas/${id}/auth/forgot-password`, secretKey, { email: USER.email });
}

function get(path: string, { secretKey }: BenchProject): HttpRequest {
  return { method: 'GET', path, headers: bearer(secretKey) };
}

async function uploadPicture(service: RunningService, project: BenchProject, side: number): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([squareTiff(side)]), 'a.tiff');
  const base = `/api/baas/${project.id}/storage`;
  const init = { method: 'POST', headers: bearer(project.secretKey), body: form };
  const answer = await fetch(`${service.url}${base}/upload`, init);
  const text = await answer.text();
  const id = /"id":"([0-9a-f-]{36})"/.exec(text)?.[1];
  if (id === undefined) throw new Error(`uploading a picture: ${answer.status} ${text.slice(0, 500)}`);
  return `${base}/files/${id}/download`;
}

/** Little-endian, one strip of bytes. Values: width, height, bits, no compression, black is 0, offset, samples, rows, bytes. */
function squareTiff(side: number): Uint8Array<ArrayBuffer> {
  const tags = [256, 257, 258, 259, 262, 273, 277, 278, 279];
  const start = 8 + 2 + tags.length * 12 + 4;
  const values = [side, side, 8, 1, 1, start, 1, side, side * side];
  const bytes = new Uint8Array(start + side * side).fill(128, start);
  const view = new DataView(bytes.buffer);
  bytes.set(Buffer.from('II*\0'));
  view.setUint32(4, 8, true);
  view.setUint16(8, tags.length, true);
  for (const [index, tag] of tags.entries()) {
    const place = 10 + index * 12;
    view.setUint16(place, tag, true);
    view.setUint16(place + 2, 4, true);
    view.setUint32(place + 4, 1, true);
    view.setUint32(place + 8, values[index] ?? 0, true);
  }
  return bytes;
}
