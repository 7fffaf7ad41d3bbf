import { chmod, chown, mkdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../logger.ts';
import { type ClaimedUids, claimUids } from './claim-uids.ts';
import { endAllOf } from './end-all-of.ts';
import { detectFeatures, type Feature, missingSentences, NICENESS } from './features.ts';
import { giveWay } from './give-way.ts';
import { launchCommand, type ProcessLimits } from './launch-command.ts';
import { openSandboxesFolder } from './sandboxes-folder.ts';
import { usersAtWork } from './users-at-work.ts';

/** Processes that are held in the same way. */
export interface Holding {
  /** The name of their work, in the plural, as the log says it: "functions". */
  readonly name: string;
  /** A command that succeeds where their program can run: other users may not reach its folder. */
  readonly probe: readonly string[];
  readonly limits: ProcessLimits;
}

/** Confines processes that work on what strangers sent. Looks at nothing before it is first asked for. */
export interface Confinement {
  hold(holding: Holding): Promise<Held>;
  /** Features that the operating system could not give, for all that has been asked for so far. */
  missingFeatures(): readonly string[];
  close(): Promise<void>;
}

export interface Held {
  /** An empty folder for one process, which nobody else may enter, and a user for it. */
  openSandbox(): Promise<Sandbox>;
}

/** One process's place on the machine. */
export interface Sandbox {
  readonly folder: string;
  /** Gives a file of the folder to the process's user. */
  hand(path: string): Promise<void>;
  /** A place for a file that the process, and no other, is to read for a while. */
  lend(): Loan;
  command(program: readonly string[]): readonly [string, ...string[]];
  /**
   * To be called when the process listens: until then it does nothing for a stranger, and somebody waits for it. Where
   * somebody goes on waiting, it gives way in part for `graceMs`, and then to all others.
   */
  started(pid: number, graceMs?: number): void;
  close(): Promise<void>;
}

/** A file that a process is lent: the service makes it at `path`, hands it over, and takes it back in any case. */
export interface Loan {
  readonly path: string;
  hand(): Promise<void>;
  takeBack(): Promise<void>;
}

/** As of hashing and bundling: less than the service, more than what runs for ever. */
const WAITED_FOR_NICENESS = 10;

export function createConfinement(logger: Logger): Confinement {
  const missing: string[] = [];
  const held = new Map<string, Promise<Held>>();
  let machine: Promise<Machine> | undefined;

  const look = async ({ name, probe, limits }: Holding): Promise<Held> => {
    machine ??= openMachine();
    const { uids, openSandbox } = await machine;
    const features = await detectFeatures(probe, uids?.first);
    const sentences = missingSentences(name, features);
    if (sentences.length > 0) logger.warn({ missing: sentences }, `This machine holds ${name} in less than it could.`);
    missing.push(...sentences);
    return { openSandbox: () => openSandbox(features, limits) };
  };

  return {
    hold(holding) {
      const known = held.get(holding.name) ?? look(holding);
      held.set(holding.name, known);
      return known;
    },
    missingFeatures: () => missing,
    close: async () => (await machine)?.close(),
  };
}

interface Machine {
  readonly uids: ClaimedUids | undefined;
  openSandbox(features: ReadonlySet<Feature>, limits: ProcessLimits): Promise<Sandbox>;
  close(): Promise<void>;
}

async function openMachine(): Promise<Machine> {
  const [uids, folder] = await Promise.all([claimUids(), openSandboxesFolder()]);
  // The users of processes must pass through the folder that holds theirs; they cannot list it.
  if (uids !== undefined) await chmod(folder.path, 0o711);
  // Nobody else starts anything as these users: what runs as one of them was left by an earlier service.
  if (uids !== undefined) await Promise.all(Array.from(await usersAtWork(uids), endAllOf));
  const taken = new Set<number>();
  let opened = 0;
  let lent = 0;
  return {
    uids,
    openSandbox: async (features, limits) => {
      let slot = 0;
      while (taken.has(slot)) slot += 1;
      if (uids !== undefined && slot >= uids.count) throw new Error('There are more processes than users for them.');
      taken.add(slot);
      const uid = (uids?.first ?? 0) + slot;
      const hand = (path: string): Promise<void> =>
        features.has('own-user') ? chown(path, uid, uid) : Promise.resolve();
      // A folder is never used twice, so that a process that is about to die meets no successor.
      const own = join(folder.path, String(opened++));
      await mkdir(own, { mode: 0o700 });
      await hand(own);
      let grace: NodeJS.Timeout | undefined;
      return {
        folder: own,
        hand,
        lend: () => {
          // In our own folder: in that of the process, it could put another file in its place before that is handed to it.
          const path = join(folder.path, `lent-${lent++}`);
          return { path, hand: () => hand(path), takeBack: () => takeBack(path) };
        },
        command: (program) => launchCommand(program, { features, limits, uid }),
        started: (pid, graceMs = 0) => {
          if (!features.has('nice')) return;
          giveWay(pid, graceMs === 0 ? NICENESS : WAITED_FOR_NICENESS);
          clearTimeout(grace);
          if (graceMs > 0) grace = setTimeout(() => giveWayIfThere(pid), graceMs).unref();
        },
        close: async () => {
          clearTimeout(grace);
          if (features.has('own-user')) await endAllOf(uid);
          await rm(own, { recursive: true, force: true }).finally(() => taken.delete(slot));
        },
      };
    },
    close: async () => {
      await folder.close();
      await uids?.release();
    },
  };
}

/** Emptied first: a process that has been taken over may hold it open, and with it the space on the disk. */
async function takeBack(path: string): Promise<void> {
  await truncate(path).catch(() => undefined);
  await rm(path, { force: true });
}

/** Its sandbox is open, so the number is still its own; it may be gone all the same. */
function giveWayIfThere(pid: number): void {
  try {
    giveWay(pid, NICENESS);
  } catch {
    // A process that is gone takes nothing from anybody.
  }
}
