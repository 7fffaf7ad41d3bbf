import { type Figure, whole } from '../figures.ts';
import { type HttpRequest, wireOf } from '../http-request.ts';
import { mediansOf } from '../measure.ts';
import { fetchPeerIds, type Peer } from '../peers.ts';
import type { Stage } from '../stage.ts';

/** Other systems under the same load generator. Their data was put there by whoever named them. */
export async function measurePeers(stage: Stage): Promise<Figure[]> {
  const figures = [];
  for (const peer of stage.options.peers) figures.push(...(await measurePeer(stage, peer)));
  return figures;
}

async function measurePeer(stage: Stage, peer: Peer): Promise<Figure[]> {
  const { read, list, insert, body } = peer;
  const get = (path: string): HttpRequest => ({ method: 'GET', path, headers: peer.headers });
  const works: [string, HttpRequest[]][] = [];
  if (read !== undefined) {
    const ids = await fetchPeerIds(peer);
    works.push(['read by id', ids.map((id) => get(read.replaceAll('{id}', id)))]);
  }
  if (list !== undefined) works.push(['list', [get(list)]]);
  if (insert !== undefined && body !== undefined) {
    const headers = { 'content-type': 'application/json', ...peer.headers };
    works.push(['insert', [{ method: 'POST', path: insert, headers, body }]]);
  }
  const figures = [];
  for (const [work, requests] of works) figures.push(await loadPeer(stage, peer, work, requests));
  return figures;
}

async function loadPeer(stage: Stage, peer: Peer, work: string, requests: HttpRequest[]): Promise<Figure> {
  const { options, load } = stage;
  const { hostname, port, host } = new URL(peer.url);
  const results = [];
  for (let round = 0; round < options.rounds; round++) {
    const { warmUpMs, measureMs, connections } = options;
    const wires = requests.map((request) => wireOf(request, host));
    const job = { host: hostname, port: Number(port || 80), requests: wires, connections, warmUpMs, measureMs };
    results.push({ ...(await load.run(job)), cpuUs: 0 });
  }
  const { perSecond, p50Ms, p99Ms, failures } = mediansOf(results);
  return { work: `${peer.name}: ${work}`, figure: `${whole(perSecond)}/s`, p50Ms, p99Ms, failures };
}
