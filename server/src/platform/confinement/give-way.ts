import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Makes a process give way to others, with every thread that it has; threads it makes later take after those. */
export function giveWay(pid: number, niceness: number): void {
  setPriority(pid, niceness);
  for (const thread of threadsOf(pid)) setPriority(thread, niceness);
}

/** Linux has a priority for each thread. */
function threadsOf(pid: number): readonly number[] {
  return process.platform === 'linux' ? readdirSync(`/proc/${pid}/task`).map(Number) : [];
}
