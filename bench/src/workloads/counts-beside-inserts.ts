import { type Figure, median, short, whole } from '../figures.ts';
import { send } from '../http-request.ts';
import { type CountedLoad, loadService, mediansOf } from '../measure.ts';
import type { Stage } from '../stage.ts';
import { TARGETS } from '../targets.ts';
import { bigTable, inserts, lists } from './row-requests.ts';

const INSERTS_PER_SECOND = 200;
const BURST_MS = 20;
const LIST_CONNECTIONS = 16;

export async function measureCountsBesideInserts(stage: Stage): Promise<Figure[]> {
  const requests = lists(bigTable(stage));
  const quiet: CountedLoad[] = [];
  const beside: CountedLoad[] = [];
  for (let round = 0; round < stage.options.rounds; round++) {
    quiet.push(await loadService(stage, requests, LIST_CONNECTIONS));
    const writer = startInserts(stage);
    beside.push(await loadService(stage, requests, LIST_CONNECTIONS));
    await writer.stop();
  }
  const value = median(beside.map((load, at) => load.perSecond / (quiet[at]?.perSecond ?? 1)));
  const floor = mediansOf(quiet);
  const { perSecond, p50Ms, p99Ms, cpuUs, failures, spread } = mediansOf(beside);
  return [
    {
      work: `list of 20, filter + order + count, beside ${INSERTS_PER_SECOND} inserts a second, against none`,
      figure: `${whole(perSecond)}/s`,
      floor: `${whole(floor.perSecond)}/s, ${short(floor.cpuUs)} µs`,
      ratio: `× ${short(value)}`,
      value,
      target: TARGETS.countBesideInserts,
      ...{ p50Ms, p99Ms, cpuUs, failures, spread },
    },
  ];
}

function startInserts(stage: Stage): { stop(): Promise<void> } {
  const requests = inserts(bigTable(stage));
  const sent: Promise<unknown>[] = [];
  const timer = setInterval(() => {
    for (let number = 0; number < (INSERTS_PER_SECOND * BURST_MS) / 1000; number++) {
      const request = requests[sent.length % requests.length];
      if (request !== undefined) sent.push(send(request, stage.service.url));
    }
  }, BURST_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(sent);
    },
  };
}
