import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';

/** A request that a greedy project repeats. Each `{1-9}` in its URL or body takes all numbers, in all combinations. */
export interface GreedyRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface GreedyOrder {
  readonly request: GreedyRequest;
  readonly atOnce: number;
  readonly forMs: number;
}

let sent = 0;

// A separate process that yields to all others, so that its own CPU use does not delay the quiet project. It needs
// its own session, because Linux weighs sessions against each other and priorities only within one.
if (existsSync('/proc/self/autogroup')) writeFileSync('/proc/self/autogroup', '19');

process.on('message', (order: GreedyOrder) => {
  const end = Date.now() + order.forMs;
  const before = sent;
  const all = Array.from({ length: order.atOnce }, () => takeAllThereIs(order.request, end));
  // A failure ends the process, and with it the test.
  void Promise.all(all).then(() => process.send?.(sent - before));
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

async function takeAllThereIs(asked: GreedyRequest, end: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  while (Date.now() < end) {
    sent += 1;
    const { method, url, headers, body } = asked;
    // Uses a third of the CPU time of `fetch`.
    const sending = request(numbered(url, sent), { agent, method, headers });
    sending.end(body === undefined ? undefined : numbered(body, sent));
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    await once(answer.resume(), 'end');
  }
  agent.destroy();
}

function numbered(text: string, n: number): string {
  let left = n;
  return text.replaceAll(/\{(\d+)-(\d+)\}/g, (_, first: string, last: string) => {
    const size = Number(last) - Number(first) + 1;
    const number = Number(first) + (left % size);
    left = Math.floor(left / size);
    return String(number);
  });
}
