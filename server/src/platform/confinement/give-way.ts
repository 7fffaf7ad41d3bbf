import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { NICENESS } from './features.ts';

/** Makes a process give way to all others, with every thread that it has; threads it makes later take after those. */
export function giveWay(pid: number): void {
  setPriority(pid, NICENESS);
  for (const thread of threadsOf(pid)) setPriority(thread, NICENESS);
}

/** Linux has a priority for each thread. */
function threadsOf(pid: number): readonly number[] {
  return process.platform === 'linux' ? readdirSync(`/proc/${pid}/task`).map(Number) : [];
}
