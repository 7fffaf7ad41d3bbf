import { readdirSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

export const WORKER_NICENESS = 10;
const AGAIN_MS = 150;

/** Lowers the priority of a process and all its threads; threads created later inherit it. */
export function lowerPriority(pid: number, niceness: number): void {
  for (const one of [pid, ...threadsOf(pid)]) {
    // An already lower priority, inherited from the service, is kept: only root could raise it again.
    if (getPriority(one) < niceness) setPriority(one, niceness);
  }
}

/** On Linux each thread has its own priority. */
function threadsOf(pid: number): readonly number[] {
  return process.platform === 'linux' ? readdirSync(`/proc/${pid}/task`).map(Number) : [];
}

/** Linux may balance sessions against each other (autogroups, sched(7)); niceness counts only within a session. */
export function lowerSessionPriority(leader: number, niceness: number): void {
  try {
    writeFileSync(`/proc/${leader}/autogroup`, String(niceness));
  } catch (error) {
    // All users other than root together may change an autogroup once per 100 ms. Without the file there are no autogroups.
    if (Object(error).code === 'EAGAIN') setTimeout(() => lowerSessionPriority(leader, niceness), AGAIN_MS).unref();
  }
}
