import { readdir, readFile } from 'node:fs/promises';

export interface FoundProcess {
  readonly pid: number;
  readonly environment: string | undefined;
}

export interface UidRange {
  readonly first: number;
  readonly count: number;
}

const PROCESS = /^\d+$/;
/** Real, effective, saved and file system user of a process, proc_pid_status(5). */
const USERS = /^Uid:\t(\d+)\t(\d+)\t(\d+)\t(\d+)$/m;
/** The process has ended, and its parent has not collected it yet. */
const ENDED = /^State:\t[ZX]/m;
const START_TIME_FIELD = 19;

export async function processesOf(range: UidRange): Promise<readonly FoundProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => PROCESS.test(name));
  const found = await Promise.all(pids.map(async (pid) => ((await isOf(pid, range)) ? [await describe(pid)] : [])));
  return found.flat();
}

/** The start time of a process in ticks since boot; together with the pid it identifies a process uniquely. */
export async function startTimeOf(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The program name, in brackets, may contain spaces.
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')[START_TIME_FIELD];
}

async function isOf(pid: string, { first, count }: UidRange): Promise<boolean> {
  // A process that has just ended has no status file.
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const uids = USERS.exec(status)?.slice(1).map(Number) ?? [];
  return !ENDED.test(status) && uids.some((uid) => uid >= first && uid < first + count);
}

async function describe(pid: string): Promise<FoundProcess> {
  const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => undefined);
  return { pid: Number(pid), environment };
}
