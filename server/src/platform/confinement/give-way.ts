import { readdirSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** Of workers, as of hashing: less than the service, more than what runs for ever. */
export const WORKER_NICENESS = 10;
const AGAIN_MS = 150;

/** Makes a process give way to others, with every thread that it has; threads it makes later take after those. */
export function giveWay(pid: number, niceness: number): void {
  for (const one of [pid, ...threadsOf(pid)]) {
    // What gives way more, because the service was started so, stays: only root could take it back.
    if (getPriority(one) < niceness) setPriority(one, niceness);
  }
}

/** Linux has a priority for each thread. */
function threadsOf(pid: number): readonly number[] {
  return process.platform === 'linux' ? readdirSync(`/proc/${pid}/task`).map(Number) : [];
}

/**
 * Makes a session give way by its leader. Linux may weigh sessions against each other, and then niceness counts only among
 * the processes of one (autogroups, sched(7)).
 */
export function giveWayAsSession(leader: number, niceness: number): void {
  try {
    writeFileSync(`/proc/${leader}/autogroup`, String(niceness));
  } catch (error) {
    // Users other than root have one such wish in 100 ms, all together. Without the file there is nothing to weigh.
    if (Object(error).code === 'EAGAIN') setTimeout(() => giveWayAsSession(leader, niceness), AGAIN_MS).unref();
  }
}
