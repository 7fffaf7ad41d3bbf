import { mkdir, rm } from 'node:fs/promises';
import type { Logger } from '../logger.ts';
import { CannotStart } from './cannot-start.ts';
import { type ClaimedUids, claimUids } from './claim-uids.ts';
import { endProcessesOf } from './end-processes.ts';
import { createProcessMark, type ProcessMark } from './process-mark.ts';
import { type MadeFolder, openProcessesFolder } from './processes-folder.ts';

export interface Machine {
  readonly uids: ClaimedUids | undefined;
  readonly refusal: string | undefined;
  takePlace(): Promise<Place>;
  close(): Promise<void>;
}

export interface Place {
  readonly uid: number;
  readonly folder: MadeFolder;
  readonly mark: ProcessMark;
  lentName(): string;
  giveBack(): Promise<void>;
}

interface TakenPlace {
  readonly slot: number;
  readonly uid: number;
  readonly path: string;
}

const STILL_RUNS = 'A process still runs as one of the reserved users, so that user is not used while it runs.';

export async function openMachine(dataDir: string, logger: Logger): Promise<Machine> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const mark = await createProcessMark(dataDir);
  const claim = await claimUids(mark);
  const uids = 'refusal' in claim ? undefined : claim;
  // Nothing may fail after this: its folder stays open, and collecting an open one would end the process.
  const folders = await openProcessesFolder(dataDir).catch((error: unknown) => {
    uids?.release();
    throw error;
  });
  const taken = new Set<number>();
  let opened = 0;
  let lent = 0;
  /** Places that could not be cleaned up. Their users stay taken, and are tried again when no other user is left. */
  const uncleaned = new Set<TakenPlace>();

  // Never rejects: when a process ends by itself, no caller waits, and the rejection would end the service.
  const cleanUp = async (place: TakenPlace): Promise<void> => {
    const { slot, uid, path } = place;
    try {
      const isFree = uids === undefined || (await endProcessesOf(uid, mark.isOurs));
      if (!isFree) logger.error({ uid }, STILL_RUNS);
      // The user stays taken until the folder is gone: the next process of the same user could read what is in it.
      await rm(path, { recursive: true, force: true });
      if (isFree) taken.delete(slot);
      else uncleaned.add(place);
    } catch (error) {
      if (uids === undefined) taken.delete(slot);
      else uncleaned.add(place);
      logger.error({ uid, err: error }, 'The place of a process could not be cleaned up.');
    }
  };
  const takeSlot = async (): Promise<number> => {
    const [oldest] = uncleaned;
    if (oldest !== undefined && taken.size === uids?.count) {
      uncleaned.delete(oldest);
      await cleanUp(oldest);
    }
    let slot = 0;
    while (taken.has(slot)) slot += 1;
    if (uids !== undefined && slot >= uids.count)
      throw new CannotStart('There are more processes than reserved users.');
    taken.add(slot);
    return slot;
  };
  return {
    uids,
    refusal: 'refusal' in claim ? claim.refusal : undefined,
    takePlace: async () => {
      const slot = await takeSlot();
      const uid = (uids?.first ?? 0) + slot;
      // Folders are never reused, so that a process that is about to end cannot meet its successor.
      const folder = await folders.make(String(opened++)).catch((error: unknown) => {
        taken.delete(slot);
        throw error;
      });
      const giveBack = (): Promise<void> => cleanUp({ slot, uid, path: folder.path });
      return { uid, folder, mark, giveBack, lentName: () => `lent-${lent++}` };
    },
    close: async () => {
      await folders.close();
      uids?.release();
    },
  };
}
