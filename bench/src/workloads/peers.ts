import { cpuMs } from '../../../e2e/harness/process-usage.ts';
import { type Figure, median, short, whole } from '../figures.ts';
import { PAGE_ROWS } from '../floors/sql-job.ts';
import { bearer, type HttpRequest, wireOf } from '../http-request.ts';
import { type CountedLoad, loadService, mediansOf } from '../measure.ts';
import { fetchPeerIds, type Peer, type PeerWork } from '../peers.ts';
import { STATUSES } from '../rows.ts';
import type { Stage } from '../stage.ts';
import { logIn, OWNER, signIn } from './accounts.ts';
import { createOwnedTable, newestFirst, OWNERS } from './owned-tables.ts';
import { bigTable, inserts, lists, mixed, reads } from './row-requests.ts';

interface PeerWorkload {
  readonly name: PeerWork;
  readonly label: string;
  readonly ours: (stage: Stage) => readonly HttpRequest[] | Promise<readonly HttpRequest[]>;
  readonly connections?: number;
  readonly owners?: number;
}

const LIST_CONNECTIONS = 16;

const WORKS: readonly PeerWorkload[] = [
  { name: 'read', label: 'read by id', ours: (stage) => reads(bigTable(stage)) },
  {
    name: 'list',
    label: 'list of 20, filter, order, with count',
    ours: (stage) => lists(bigTable(stage)),
    connections: LIST_CONNECTIONS,
  },
  {
    name: 'uncounted',
    label: 'the same without count',
    ours: (stage) => uncounted(stage),
    connections: LIST_CONNECTIONS,
  },
  ...OWNERS.map((owners) => ({
    name: 'owned' as const,
    label: `list of 20 under an owner rule, ${whole(owners)} owners`,
    ours: (stage: Stage) => ownedList(stage, owners),
    connections: LIST_CONNECTIONS,
    owners,
  })),
  { name: 'insert', label: 'insert', ours: (stage) => inserts(bigTable(stage)) },
  { name: 'mix', label: 'mix of 90 reads and 10 inserts', ours: (stage) => mixed(bigTable(stage)) },
  {
    name: 'login',
    label: 'sign-in',
    ours: ({ project }) => [logIn(project.id, project.publicKey, OWNER)],
    connections: LIST_CONNECTIONS,
  },
];

/** This service and its peers under the same load, alternately. The person who configures a peer must fill it with data. */
export async function measurePeers(stage: Stage): Promise<Figure[]> {
  const { peers } = stage.options;
  if (peers.length === 0) return [];
  const figures: Figure[] = [];
  for (const work of WORKS) {
    const others = await othersOf(peers, work);
    if (others.length > 0) figures.push(...(await compare(stage, work, others)));
  }
  return figures;
}

interface Other {
  readonly peer: Peer;
  readonly requests: readonly HttpRequest[];
}

async function othersOf(peers: readonly Peer[], work: PeerWorkload): Promise<readonly Other[]> {
  const others = await Promise.all(peers.map(async (peer) => ({ peer, requests: await requestsTo(peer, work) })));
  return others.filter(({ requests }) => requests.length > 0);
}

async function requestsTo(peer: Peer, { name: work, owners }: PeerWorkload): Promise<HttpRequest[]> {
  const { insert, body, login, loginBody } = peer;
  const get = (path: string): HttpRequest => ({ method: 'GET', path, headers: peer.headers });
  const owned = (path: string): HttpRequest => {
    return { ...get(path.replaceAll('{owners}', String(owners))), headers: { ...peer.headers, ...peer.ownedHeaders } };
  };
  const post = (path: string, text: string): HttpRequest => {
    return { method: 'POST', path, headers: { 'content-type': 'application/json', ...peer.headers }, body: text };
  };
  const list = work === 'uncounted' ? peer.uncounted : peer.list;
  if (work === 'list' || work === 'uncounted') return list === undefined ? [] : [get(list)];
  if (work === 'owned') return peer.owned === undefined ? [] : [owned(peer.owned)];
  if (work === 'login') return login === undefined || loginBody === undefined ? [] : [post(login, loginBody)];
  const added = insert === undefined || body === undefined ? [] : [post(insert, body)];
  if (work === 'insert' || peer.read === undefined) return work === 'insert' ? added : [];
  const read = peer.read;
  const found = (await fetchPeerIds(peer)).map((id) => get(read.replaceAll('{id}', id)));
  return work === 'read' ? found : added.length === 0 ? [] : withInserts(found, added);
}

function withInserts(found: readonly HttpRequest[], added: readonly HttpRequest[]): HttpRequest[] {
  return found.map((request, at) => (at % 10 === 9 ? (added[at % added.length] ?? request) : request));
}

function uncounted({ project }: Stage): HttpRequest[] {
  return STATUSES.map((status) => ({
    method: 'GET',
    path: `/api/baas/${project.id}/data/items?filter=status:eq:${status}&order=rank:desc&limit=${PAGE_ROWS}&count=none`,
    headers: bearer(project.publicKey),
  }));
}

async function ownedList(stage: Stage, owners: number): Promise<HttpRequest[]> {
  const table = `compared_of_${owners}`;
  await createOwnedTable(stage, { table, owners, read: 'owner' });
  return [newestFirst(stage, table, 'count=none', await signIn(stage, OWNER))];
}

async function compare(stage: Stage, work: PeerWorkload, others: readonly Other[]): Promise<Figure[]> {
  const ours: CountedLoad[] = [];
  const requestsToUs = await work.ours(stage);
  const theirs = others.map(({ peer, requests }) => ({ peer, requests, loads: [] as CountedLoad[] }));
  const connections = work.connections ?? stage.options.connections;
  for (let round = 0; round < stage.options.rounds; round++) {
    ours.push(await loadService(stage, requestsToUs, connections));
    for (const { peer, requests, loads } of theirs) loads.push(await loadPeer(stage, peer, requests, connections));
  }
  return [lineOf(work, 'this service', ours), ...theirs.map(({ peer, loads }) => lineOf(work, peer.name, loads, ours))];
}

function lineOf(
  { label }: PeerWorkload,
  name: string,
  loads: readonly CountedLoad[],
  ours?: readonly CountedLoad[],
): Figure {
  const { perSecond, p50Ms, p99Ms, cpuUs, failures, spread } = mediansOf(loads);
  const ratio = ours && median(ours.map((one, round) => one.perSecond / (loads[round]?.perSecond ?? one.perSecond)));
  const cpu = ours && cpuUs > 0 ? `; its CPU / ours ${short(cpuUs / mediansOf(ours).cpuUs)}` : '';
  return {
    work: `${name}: ${label}`,
    figure: `${whole(perSecond)}/s`,
    ...(ratio !== undefined && { ratio: `ours / it ${short(ratio)}${cpu}` }),
    ...{ p50Ms, p99Ms, failures, spread },
    ...(cpuUs > 0 && { cpuUs }),
  };
}

async function loadPeer(
  { options, load }: Stage,
  peer: Peer,
  requests: readonly HttpRequest[],
  connections: number,
): Promise<CountedLoad> {
  const { hostname, port, host } = new URL(peer.url);
  const { warmUpMs, measureMs } = options;
  const wires = requests.map((request) => wireOf(request, host));
  const cpuNow = (): number => (peer.pid === undefined ? 0 : cpuMs(peer.pid));
  let cpuBefore = 0;
  const job = { host: hostname, port: Number(port || 80), requests: wires, connections, warmUpMs, measureMs };
  const result = await load.run(job, () => {
    cpuBefore = cpuNow();
  });
  return { ...result, cpuUs: ((cpuNow() - cpuBefore) * 1000) / Math.max(1, result.answers) };
}
