import { lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type LockedFile, lockFile } from '../lock-file.ts';
import { endOrphans } from './end-processes.ts';
import { isRoot } from './features.ts';
import { processesOf, type UidRange } from './process-list.ts';
import type { ProcessMark } from './process-mark.ts';

/** User ids reserved for this service's processes: above those of people, below those that systems assign. */
const FIRST_UID = 36_000;
const UIDS_PER_SERVICE = 400;
const SERVICES_MAX = 40;
const ALL_UIDS: UidRange = { first: FIRST_UID, count: SERVICES_MAX * UIDS_PER_SERVICE };
/** The first writable folder of these holds the locks: services that share users must see the same folder. */
const LOCK_PARENTS = ['/run', '/var/lib', '/tmp'];
const LOCK_FOLDER = 'service-users';
const FOR_OTHERS = 0o077;
const TRIES_MAX = 10;
const RETRY_MS = 20;

export interface ClaimedUids extends UidRange {
  release(): void;
}

export type UidClaim = ClaimedUids | { readonly refusal: string };

/**
 * Claims a range of user ids that no other service on this machine uses: as one user, processes of one service could
 * kill or read those of another. A lock on a file claims the range. Services may share processes but not files, so a
 * range in which a foreign process runs is skipped too.
 */
export async function claimUids(mark: ProcessMark): Promise<UidClaim> {
  if (process.platform !== 'linux') return { refusal: 'Only Linux can give processes their own users.' };
  if (!isRoot()) return { refusal: 'Only root can give processes their own users.' };
  const folder = await openLockFolder();
  if (folder === undefined)
    return { refusal: `None of ${LOCK_PARENTS.join(', ')} can hold the locks on users of processes.` };
  await endLeftOvers(mark);
  for (let range = 0; range < SERVICES_MAX; range += 1) {
    const first = FIRST_UID + range * UIDS_PER_SERVICE;
    const claimed = await claimRange({ first, count: UIDS_PER_SERVICE }, join(folder, `${first}.lock`));
    if (claimed !== undefined) return claimed;
  }
  return { refusal: `All ${SERVICES_MAX} ranges of users for processes are taken by other services.` };
}

async function claimRange(range: UidRange, lockPath: string): Promise<ClaimedUids | undefined> {
  const lock: LockedFile | undefined = lockFile(lockPath);
  if (lock === undefined) return undefined;
  const found = await processesOf(range).catch((error: unknown) => {
    lock.release();
    throw error;
  });
  if (found.length === 0) return { ...range, release: lock.release };
  lock.release();
  return undefined;
}

/** Ends processes of earlier services that the system could not end with them. */
async function endLeftOvers(mark: ProcessMark): Promise<void> {
  for (let tried = 0; tried < TRIES_MAX; tried += 1) {
    const found = await processesOf(ALL_UIDS);
    const judged = await Promise.all(found.map(async (one) => ((await mark.isOrphan(one.environment)) ? [one] : [])));
    const orphans = judged.flat();
    if (orphans.length === 0) return;
    endOrphans(orphans);
    await wait(RETRY_MS);
  }
}

/** The folder must be accessible to root only, because another user could take the locks otherwise. */
async function openLockFolder(): Promise<string | undefined> {
  for (const parent of LOCK_PARENTS) {
    const path = join(parent, LOCK_FOLDER);
    try {
      await mkdir(path, { mode: 0o700 }).catch(ignoreExisting);
      const { uid, mode } = await lstat(path);
      if (uid !== 0 || (mode & FOR_OTHERS) !== 0) continue;
      lockFile(join(path, 'writable.lock'))?.release();
      return path;
    } catch {
      // This folder is not writable: try the next one.
    }
  }
  return undefined;
}

function ignoreExisting(error: unknown): void {
  if (Object(error).code !== 'EEXIST') throw error;
}
