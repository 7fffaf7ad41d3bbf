import { randomFillSync } from 'node:crypto';
import type { FunctionCall } from '../interface/function-call.ts';
import type { RunLog } from './run-log.ts';

export interface RunningCall {
  readonly call: FunctionCall;
  readonly log: RunLog;
  /** It may ask for nothing any more; lines that it wrote before may still come. */
  isOver: boolean;
}

/** The calls that run in one process, by tokens that nobody in there could guess. */
export interface RunningCalls {
  /** Gives the token. */
  add(running: RunningCall): string;
  find(token: string): RunningCall | undefined;
  remove(token: string): void;
}

const SECRET_BYTES = 16;
const POOL_BYTES = 4096;

/**
 * A token is the number of its call and a secret. Found by the number: a map whose keys are new texts each time has the engine
 * remember each of them.
 */
export function createRunningCalls(): RunningCalls {
  const calls = new Map<number, { readonly token: string; readonly running: RunningCall }>();
  let lastNumber = 0;

  return {
    add(running) {
      lastNumber += 1;
      const token = `${lastNumber}-${secret()}`;
      calls.set(lastNumber, { token, running });
      return token;
    },
    find(token) {
      const known = calls.get(numberOf(token));
      return known?.token === token ? known.running : undefined;
    },
    remove: (token) => {
      calls.delete(numberOf(token));
    },
  };
}

function numberOf(token: string): number {
  return Number.parseInt(token, 10);
}

const bytes = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

/** 128 random bits. */
function secret(): string {
  if (used === POOL_BYTES) {
    randomFillSync(bytes);
    used = 0;
  }
  used += SECRET_BYTES;
  return bytes.toString('hex', used - SECRET_BYTES, used);
}
