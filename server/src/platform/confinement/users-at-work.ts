import { readdir, readFile } from 'node:fs/promises';
import type { ClaimedUids } from './claim-uids.ts';

const PROCESS = /^\d+$/;
/** Real, effective, saved and file system user of a process, proc_pid_status(5). */
const USERS = /^Uid:\t(\d+)\t(\d+)\t(\d+)\t(\d+)$/m;

/** Users of the range as whom something runs on this machine. */
export async function usersAtWork({
  first,
  count,
}: Pick<ClaimedUids, 'first' | 'count'>): Promise<ReadonlySet<number>> {
  const names = (await readdir('/proc')).filter((name) => PROCESS.test(name));
  // One that has ended meanwhile has no status any more.
  const statuses = await Promise.all(names.map((name) => readFile(`/proc/${name}/status`, 'utf8').catch(() => '')));
  const users = statuses.flatMap((status) => USERS.exec(status)?.slice(1).map(Number) ?? []);
  return new Set(users.filter((uid) => uid >= first && uid < first + count));
}
