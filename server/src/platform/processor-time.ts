import { readdir, readFile } from 'node:fs/promises';

interface ProcessTime {
  readonly group: number;
  readonly ms: number;
}

/** The processor time of a process in milliseconds, where the system reports it. */
export async function processorMs(pid: number | undefined): Promise<number | undefined> {
  return (await timesOf(String(pid)))?.ms;
}

/** The processor time of all living processes of a group, identified by its leader's pid. */
export async function groupProcessorMs(leader: number | undefined): Promise<number | undefined> {
  const names = await readdir('/proc').catch(() => []);
  const processes = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(timesOf));
  const members = processes.filter((spent) => spent?.group === leader);
  return members.length === 0 ? undefined : members.reduce((sum, spent) => sum + (spent?.ms ?? 0), 0);
}

/** Format: proc_pid_stat(5). */
async function timesOf(pid: string): Promise<ProcessTime | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The program name, in brackets, may contain spaces.
  const [, , , group, , , , , , , , , user, system] = text?.slice(text.lastIndexOf(')') + 1).split(' ') ?? [];
  if (user === undefined || system === undefined) return undefined;
  return { group: Number(group), ms: (Number(user) + Number(system)) * 10 };
}
