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
/** A process that ends loses its files, or they can no longer be read. */
const HAS_ENDED = ['ENOENT', 'ESRCH'];
const IS_FORBIDDEN = ['EACCES', 'EPERM'];
/** Each process that is read needs a file descriptor. */
const AT_ONCE = 32;

/** Rejects when the files of a process cannot be read, so that it cannot pass for one that has ended. */
export async function processesOf(range: UidRange): Promise<readonly FoundProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => PROCESS.test(name));
  const found: FoundProcess[] = [];
  for (let next = 0; next < pids.length; next += AT_ONCE) {
    const some = pids.slice(next, next + AT_ONCE);
    const described = some.map(async (pid) => ((await isOf(pid, range)) ? [await describe(pid)] : []));
    found.push(...(await Promise.all(described)).flat());
  }
  return found;
}

/** The start time of a process in ticks since boot; together with the pid it identifies a process uniquely. */
export async function startTimeOf(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(ifCode(HAS_ENDED));
  // The program name, in brackets, may contain spaces.
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')[START_TIME_FIELD];
}

async function isOf(pid: string, { first, count }: UidRange): Promise<boolean> {
  const status = (await readFile(`/proc/${pid}/status`, 'utf8').catch(ifCode(HAS_ENDED))) ?? '';
  const uids = USERS.exec(status)?.slice(1).map(Number) ?? [];
  return !ENDED.test(status) && uids.some((uid) => uid >= first && uid < first + count);
}

async function describe(pid: string): Promise<FoundProcess> {
  const unknown = ifCode([...HAS_ENDED, ...IS_FORBIDDEN]);
  return { pid: Number(pid), environment: await readFile(`/proc/${pid}/environ`, 'latin1').catch(unknown) };
}

function ifCode(codes: readonly unknown[]): (error: unknown) => undefined {
  return (error) => {
    if (!codes.includes(Object(error).code)) throw error;
    return undefined;
  };
}
