import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';

/** What a greedy project sends, over and over; `{n}` is another number each time. */
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

// A thread of its own, because what it waits for is no wait of the project beside it, and the last on the processors, because
// callers have a machine of their own. On Linux a priority belongs to a thread.
if (process.platform === 'linux') setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), 19);

const { request, atOnce, forMs } = workerData as GreedyOrder;
const end = Date.now() + forMs;
let sent = 0;

async function takeAllThereIs(): Promise<void> {
  while (Date.now() < end) {
    sent += 1;
    const { method, url, headers, body } = JSON.parse(
      JSON.stringify(request).replaceAll('{n}', String(sent)),
    ) as GreedyRequest;
    const answer = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
    await answer.arrayBuffer();
  }
}

await Promise.all(Array.from({ length: atOnce }, takeAllThereIs));
