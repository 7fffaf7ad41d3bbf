import { randomFillSync } from 'node:crypto';
import type { FunctionCall } from '../interface/function-call.ts';
import type { RunLog } from './run-log.ts';

export interface RunningCall {
  readonly call: FunctionCall;
  readonly log: RunLog;
  /** The call may request nothing more; lines that it wrote before may still arrive. */
  isOver: boolean;
}

/** The calls running in one process, by tokens that code in the process cannot guess. */
export interface RunningCalls {
  add(running: RunningCall): string;
  find(token: string): RunningCall | undefined;
  remove(token: string): void;
}

const SECRET_BYTES = 16;
const POOL_BYTES = 4096;

/** Calls are found by number: tokens as map keys would fill the engine's string table. */
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

function secret(): string {
  if (used === POOL_BYTES) {
    randomFillSync(bytes);
    used = 0;
  }
  used += SECRET_BYTES;
  return bytes.toString('hex', used - SECRET_BYTES, used);
}
