import { argon2Sync, randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { type Figure, median, short, whole } from '../figures.ts';
import { type HttpRequest, jsonRequest, wireOf } from '../http-request.ts';
import { type CountedLoad, loadService, mediansOf } from '../measure.ts';
import type { BenchUser } from '../service/admin-api.ts';
import { type LoadGenerator, type Stage, startLoadGenerator } from '../stage.ts';
import { TARGETS } from '../targets.ts';
import { bigTable, reads } from './row-requests.ts';

export const OWNER: BenchUser = { email: 'owner@bench.example', password: 'a calm and long password' };

const HASH = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const HASHES = 15;
/** Enough to keep every core busy with hashing, and few enough that the service rejects no sign-in. */
const LOGIN_CONNECTIONS = 32;

export async function signIn(
  { service, project }: Pick<Stage, 'service' | 'project'>,
  user: BenchUser,
): Promise<string> {
  const { path, headers, body } = logIn(project.id, project.publicKey, user);
  const answer = await fetch(service.url + path, { method: 'POST', headers, ...(body !== undefined && { body }) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`signing in: ${answer.status} ${text.slice(0, 500)}`);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return cookies.join('; ');
}

export async function measureSignedInReads(stage: Stage): Promise<Figure[]> {
  const cookie = await signIn(stage, OWNER);
  const anonymous = reads(bigTable(stage));
  const signedIn = anonymous.map((request) => ({ ...request, headers: { ...request.headers, cookie } }));
  const without: CountedLoad[] = [];
  const withSession = [];
  for (let round = 0; round < stage.options.rounds; round++) {
    without.push(await loadService(stage, anonymous));
    withSession.push(await loadService(stage, signedIn));
  }
  const floor = mediansOf(without);
  const value = median(withSession.map(({ perSecond }, round) => perSecond / (without[round]?.perSecond ?? perSecond)));
  const { perSecond, p50Ms, p99Ms, cpuUs, failures, spread } = mediansOf(withSession);
  return [
    {
      work: 'read by id, signed in',
      figure: `${whole(perSecond)}/s`,
      floor: `anonymous: ${whole(floor.perSecond)}/s, ${short(floor.cpuUs)} µs`,
      ratio: short(value),
      value,
      target: TARGETS.signedInRatio,
      ...{ p50Ms, p99Ms, cpuUs, failures, spread },
    },
  ];
}

/** Sign-ins with the right password, compared with what all cores could hash if they did nothing else. */
export async function measureLogins(stage: Stage): Promise<Figure[]> {
  const { project, options } = stage;
  const cores = availableParallelism();
  const rounds = [];
  for (let round = 0; round < options.rounds; round++) {
    const hashMs = timeOfOneHash();
    const result = await loadService(stage, [logIn(project.id, project.publicKey, OWNER)], LOGIN_CONNECTIONS);
    rounds.push({ hashMs, result, ratio: result.perSecond / ((cores * 1000) / hashMs) });
  }
  const value = median(rounds.map(({ ratio }) => ratio));
  const hashMs = median(rounds.map((round) => round.hashMs));
  const { perSecond, p50Ms, p99Ms, cpuUs, failures, spread } = mediansOf(rounds.map(({ result }) => result));
  return [
    {
      work: `sign-ins, ${LOGIN_CONNECTIONS} connections`,
      figure: `${short(perSecond)}/s`,
      floor: `${short((cores * 1000) / hashMs)}/s (${cores} cores, ${short(hashMs)} ms for one hash)`,
      ratio: short(value),
      value,
      target: TARGETS.loginRatio,
      ...{ p50Ms, p99Ms, cpuUs, failures, spread },
    },
  ];
}

export async function measureStorm(stage: Stage): Promise<Figure[]> {
  const storm = startLoadGenerator();
  try {
    return [await readInStorm(stage, storm)];
  } finally {
    await storm[Symbol.asyncDispose]();
  }
}

async function readInStorm(stage: Stage, storm: LoadGenerator): Promise<Figure> {
  const { options } = stage;
  const requests = reads(bigTable(stage));
  const quiet: CountedLoad[] = [];
  const busy: CountedLoad[] = [];
  for (let round = 0; round < options.rounds; round++) {
    quiet.push(await loadService(stage, requests));
    const [result, logins] = await Promise.all([loadService(stage, requests), runStorm(stage, storm)]);
    busy.push({ ...result, failures: result.failures + logins.failures });
  }
  const calm = mediansOf(quiet);
  const value = median(busy.map(({ p99Ms }, round) => p99Ms / (quiet[round]?.p99Ms ?? p99Ms)));
  const { perSecond, p50Ms, p99Ms, cpuUs, failures, spread } = mediansOf(busy);
  return {
    work: `reads while ${LOGIN_CONNECTIONS} connections sign in`,
    figure: `${whole(perSecond)}/s`,
    floor: `quiet: ${whole(calm.perSecond)}/s, p99 ${short(calm.p99Ms)} ms`,
    ratio: `p99 × ${short(value)}`,
    value,
    target: TARGETS.stormReadP99,
    ...{ p50Ms, p99Ms, cpuUs, failures, spread },
  };
}

function runStorm({ service, project, options }: Stage, storm: LoadGenerator) {
  const wire = wireOf(logIn(project.id, project.publicKey, OWNER), `127.0.0.1:${service.port}`);
  const { warmUpMs, measureMs } = options;
  const connections = LOGIN_CONNECTIONS;
  return storm.run({ host: '127.0.0.1', port: service.port, requests: [wire], connections, warmUpMs, measureMs });
}

function timeOfOneHash(): number {
  const times = Array.from({ length: HASHES }, () => {
    const startedAt = performance.now();
    argon2Sync('argon2id', { message: OWNER.password, nonce: randomBytes(16), ...HASH });
    return performance.now() - startedAt;
  });
  return median(times);
}

export function logIn(projectId: string, key: string, { email, password }: BenchUser): HttpRequest {
  return jsonRequest('POST', `/api/baas/${projectId}/auth/login`, key, { email, password });
}
