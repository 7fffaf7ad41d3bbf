import { readdirSync, writeFileSync } from 'node:fs';
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

const AGAIN_MS = 150;

/**
 * The same for a process that leads a session. Linux may weigh sessions against each other, and then what niceness says
 * counts among the processes of one session only (autogroups, sched(7)): such a session gives way as a whole.
 */
export function giveWayAsSession(leader: number, niceness: number): void {
  giveWay(leader, niceness);
  weighSession(leader, niceness);
}

function weighSession(leader: number, niceness: number): void {
  try {
    writeFileSync(`/proc/${leader}/autogroup`, String(niceness));
  } catch (error) {
    // Users other than root have one such wish in 100 ms, all together. Without the file there is nothing to weigh.
    if (Object(error).code === 'EAGAIN') setTimeout(() => weighSession(leader, niceness), AGAIN_MS).unref();
  }
}
