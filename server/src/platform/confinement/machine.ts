import { rm } from 'node:fs/promises';
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

export async function openMachine(dataDir: string, logger: Logger): Promise<Machine> {
  const folders = await openProcessesFolder(dataDir);
  const mark = await createProcessMark(dataDir);
  const claim = await claimUids(mark);
  const uids = 'refusal' in claim ? undefined : claim;
  const taken = new Set<number>();
  let opened = 0;
  let lent = 0;

  const takeSlot = (): number => {
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
      const slot = takeSlot();
      const uid = (uids?.first ?? 0) + slot;
      // Folders are never reused, so that a process that is about to end cannot meet its successor.
      const folder = await folders.make(String(opened++)).catch((error: unknown) => {
        taken.delete(slot);
        throw error;
      });
      const giveBack = async (): Promise<void> => {
        const isFree = uids === undefined || (await endProcessesOf(uid, mark.isOurs));
        await rm(folder.path, { recursive: true, force: true }).finally(() => isFree && taken.delete(slot));
        if (!isFree)
          logger.error(
            { uid },
            'An unknown process runs as one of the reserved users, so that user is not used again.',
          );
      };
      return { uid, folder, mark, giveBack, lentName: () => `lent-${lent++}` };
    },
    close: async () => {
      await folders.close();
      uids?.release();
    },
  };
}
