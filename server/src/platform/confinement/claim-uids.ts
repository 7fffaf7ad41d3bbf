import { lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endOrphans } from './end-processes.ts';
import { isRoot } from './features.ts';
import { type LockedFile, lockFile } from './lock-file.ts';
import { processesOf, type UidRange } from './process-list.ts';
import type { ProcessMark } from './process-mark.ts';

/** These users are for this service's processes alone: above those of people, below those that systems give out. */
const FIRST_UID = 36_000;
const UIDS_PER_SERVICE = 400;
const SERVICES_MAX = 40;
const ALL_UIDS: UidRange = { first: FIRST_UID, count: SERVICES_MAX * UIDS_PER_SERVICE };
/** The first of these that can be written holds the locks: services that share users must see the same one. */
const LOCK_PARENTS = ['/run', '/var/lib', '/tmp'];
const LOCK_FOLDER = 'service-users';
const FOR_OTHERS = 0o077;
const TRIES_MAX = 10;
const RETRY_MS = 20;

/** Users that belong to this service alone as long as it runs. */
export interface ClaimedUids extends UidRange {
  /** May be called again. */
  release(): void;
}

/** The range, or a sentence about why there is none. */
export type UidClaim = ClaimedUids | { readonly refusal: string };

/**
 * Two services on one machine never share users, or processes of one could end those of the other. A range is claimed by a
 * lock on a file that only root can reach. Services that share processes but no files see each other by what runs: a range
 * in which a process runs that is not this service's own is not taken.
 */
export async function claimUids(mark: ProcessMark): Promise<UidClaim> {
  if (process.platform !== 'linux') return { refusal: 'Only Linux gives processes users of their own.' };
  if (!isRoot()) return { refusal: 'Only root can give processes users of their own.' };
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
  if ((await processesOf(range)).length === 0) return { ...range, release: lock.release };
  lock.release();
  return undefined;
}

/** Most end with the service that started them; where the system could not see to that, they end here. */
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

/** Another user could take the locks in a folder that others may enter. */
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
      // It cannot be written here: the next one is tried.
    }
  }
  return undefined;
}

function ignoreExisting(error: unknown): void {
  if (Object(error).code !== 'EEXIST') throw error;
}
