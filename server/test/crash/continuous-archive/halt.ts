import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 1;

/** Resolves once every thread of a process stands still, as at the moment of a `kill -9`; false when it has ended instead. */
export async function halt(pid: number): Promise<boolean> {
  if (!isSent(pid, 'SIGSTOP')) return false;
  for (;;) {
    const states = statesOf(pid);
    if (states === undefined) return false;
    if (states.every((state) => state === 'T')) return true;
    await delay(POLL_MS);
  }
}

export function resume(pid: number): void {
  isSent(pid, 'SIGCONT');
}

/** The states of a process's threads (proc_pid_stat(5)); undefined when it has ended. */
function statesOf(pid: number): readonly string[] | undefined {
  try {
    if (stateOf(`/proc/${pid}/stat`) === 'Z') return undefined;
    return readdirSync(`/proc/${pid}/task`).map((thread) => stateOf(`/proc/${pid}/task/${thread}/stat`));
  } catch (error) {
    // A thread, or the process, ended between two calls.
    if (['ENOENT', 'ESRCH'].includes(String(Object(error).code))) return isSent(pid, 0) ? [''] : undefined;
    throw error;
  }
}

/** The field behind the program's name, which may contain anything. */
function stateOf(path: string): string {
  const text = readFileSync(path, 'utf8');
  return text.charAt(text.lastIndexOf(')') + 2);
}

function isSent(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (Object(error).code === 'ESRCH') return false;
    throw error;
  }
}
