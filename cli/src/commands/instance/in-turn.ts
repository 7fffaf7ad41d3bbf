import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../outcome/failure.ts';

/** The server makes and restores two archives at once; further requests hide the network's latency. */
const AT_ONCE = 4;
const TRIES = 5;
const FIRST_DELAY_MS = 500;

export async function forEach<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const left = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let next = left.next(); next.done !== true; next = left.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

export async function retryWhileBusy<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      const retry = error instanceof Failure ? error.facts.retry : undefined;
      if (retry === undefined || tried >= TRIES) throw error;
      await sleep(retry.afterMs ?? FIRST_DELAY_MS * 2 ** (tried - 1), undefined, { signal });
    }
  }
}
