import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { argumentsOf } from './features.ts';
import { type FoundProcess, processesOf } from './process-list.ts';

const TRIES_MAX = 8;
const RETRY_MS = 20;
const KILL_MS_MAX = 5000;

/**
 * Ends every process of the user: a compromised one may have left its group, and would meet the next process of that
 * user. Returns false if a process remains, also one of the service's own that could not be signalled or is slow to end;
 * the user must then not be used until another call returns true.
 */
export async function endProcessesOf(
  uid: number,
  isOurs: (environment: string | undefined) => boolean,
): Promise<boolean> {
  for (let tried = 0; tried < TRIES_MAX; tried += 1) {
    const left = await processesOf({ first: uid, count: 1 });
    if (left.length === 0) return true;
    const own = left.filter(({ environment }) => isOurs(environment));
    // When all processes are our own, one signal ends them together, so that none can fork in between.
    if (own.length === left.length) await kill(uid, ['-1']);
    else if (own.length > 0) await kill(uid, pidsOf(own));
    // A process that is ending no longer has an environment, so it looks foreign until it is gone.
    await wait(RETRY_MS);
  }
  return false;
}

export function endOrphans(orphans: readonly FoundProcess[]): void {
  for (const { pid } of orphans) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  }
}

function pidsOf(processes: readonly FoundProcess[]): readonly string[] {
  return processes.map(({ pid }) => String(pid));
}

/** Runs the command as that user, who may not signal processes of other users. */
function kill(uid: number, pids: readonly string[]): Promise<void> {
  const [command = '', ...args] = [...argumentsOf('own-user', uid), '/bin/sh', '-c', 'kill -KILL "$@"', 'sh', ...pids];
  const options = { timeout: KILL_MS_MAX, killSignal: 'SIGKILL', env: {}, cwd: '/' } as const;
  return new Promise((resolve) => {
    try {
      execFile(command, args, options, () => resolve());
    } catch {
      // `execFile` throws when memory for a process is missing; other work must not fail because of that.
      resolve();
    }
  });
}
