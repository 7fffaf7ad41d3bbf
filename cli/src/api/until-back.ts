import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../outcome/failure.ts';
import type { Output } from '../output/output.ts';

const AGAIN_MS = 1000;

interface Listener {
  readonly output: Pick<Output, 'note'>;
  readonly signal: AbortSignal;
}

/** Retries a read until the server is reachable again, for commands that run until the user ends them. */
export async function untilBack<Value>(
  { output, signal }: Listener,
  read: (isLost: boolean) => Promise<Value>,
): Promise<Value> {
  for (let isLost = false; ; isLost = true) {
    signal.throwIfAborted();
    try {
      const value = await read(isLost);
      if (isLost) output.note('The server is there again.');
      return value;
    } catch (error) {
      if (!(error instanceof Failure) || error.facts.retry === undefined) throw error;
      if (!isLost) output.note(`${error.message} Waiting for it.`);
      await sleep(error.facts.retry.afterMs ?? AGAIN_MS, undefined, { signal });
    }
  }
}
