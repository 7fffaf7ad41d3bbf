import { chown, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../logger.ts';
import { CannotStart } from './cannot-start.ts';
import { detectFeatures, type Feature, isRoot, missingSentences, NICENESS } from './features.ts';
import { giveWay } from './give-way.ts';
import { launchCommand, type ProcessLimits } from './launch-command.ts';
import { type Machine, openMachine } from './machine.ts';

/** Processes that are held in the same way. */
export interface Holding {
  /** The name of their work, in the plural, as the log says it: "functions". */
  readonly name: string;
  /** A command that succeeds where their program can run: other users may not reach its folder. */
  readonly probe: readonly string[];
  readonly limits: ProcessLimits;
}

/**
 * `required`: processes without a user of their own are not started. `where_possible`: the same, but where the machine can
 * never give them one (no Linux, no root, a program in a folder that other users cannot enter) they are.
 */
export type Isolation = 'required' | 'where_possible' | 'best_effort';

/** On a laptop nothing may be set apart, and nobody else's code runs there. */
export function defaultIsolation(mode: 'development' | 'production'): Isolation {
  if (mode === 'production') return 'required';
  return canHaveUsers() ? 'where_possible' : 'best_effort';
}

function canHaveUsers(): boolean {
  return process.platform === 'linux' && isRoot();
}

/** Confines processes that work on what strangers sent. Looks at nothing before it is first asked for. */
export interface Confinement {
  readonly logger: Logger;
  /** Rejects with `CannotStart` where the machine does not give what is required. The next call tries again. */
  hold(holding: Holding): Promise<Held>;
  /** Opens and closes one sandbox, so that a problem is known before somebody waits. Rejects as `hold` does. */
  tryOut(holding: Holding): Promise<void>;
  /** Features that the operating system could not give, for all that has been asked for so far. */
  missingFeatures(): readonly string[];
  /** Why processes cannot be started, a sentence for each kind of work; empty when all that was tried can. */
  problems(): readonly string[];
  /** Tries again what could not be started. */
  retry(): Promise<void>;
  close(): Promise<void>;
}

export interface Held {
  /** An empty folder for one process, which nobody else may enter, and a user for it. Rejects with `CannotStart`. */
  openSandbox(): Promise<Sandbox>;
}

/** One process's place on the machine. */
export interface Sandbox {
  /** To be the process's working directory: it can reach its files by relative paths alone. */
  readonly folder: string;
  /** The same folder by a name that is short enough for sockets, for the service alone. */
  readonly socketFolder: string;
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
  /** The file's path for the process. */
  readonly processPath: string;
  hand(): Promise<void>;
  takeBack(): Promise<void>;
}

export interface ConfinementOptions {
  readonly dataDir: string;
  readonly isolation: Isolation;
  readonly logger: Logger;
}

/** As of hashing and bundling: less than the service, more than what runs for ever. */
const WAITED_FOR_NICENESS = 10;

export function createConfinement({ dataDir, isolation, logger }: ConfinementOptions): Confinement {
  const missing = new Map<string, readonly string[]>();
  const problems = new Map<string, string>();
  const held = new Map<string, Promise<Held>>();
  const holdings = new Map<string, Holding>();
  let machine: Promise<Machine> | undefined;

  const open = (): Promise<Machine> => {
    const opening = machine ?? openMachine(dataDir, logger);
    machine = opening;
    opening.catch(() => {
      if (machine === opening) machine = undefined;
    });
    return opening;
  };
  /** Remembers whether work of this name can be started. */
  const noting = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    try {
      const done = await work();
      problems.delete(name);
      return done;
    } catch (error) {
      const reason = error instanceof CannotStart ? error.message : `No process can be started: ${String(error)}`;
      if (problems.get(name) !== reason) logger.error({ err: error }, `This machine cannot start ${name}.`);
      problems.set(name, reason);
      throw error instanceof CannotStart ? error : new CannotStart(reason, { cause: error });
    }
  };
  const look = async ({ name, probe, limits }: Holding): Promise<Held> => {
    const found = await open();
    const features = await detectFeatures(probe, found.uids?.first);
    const sentences = missingSentences(name, features);
    missing.set(name, sentences);
    const isRequired = isolation === 'required' || (isolation === 'where_possible' && found.uids === undefined);
    if (isRequired && !features.has('own-user')) throw withoutUser(name, found, probe);
    if (sentences.length > 0) logger.warn({ missing: sentences }, `This machine holds ${name} in less than it could.`);
    return { openSandbox: () => noting(name, () => openSandbox(found, features, limits)) };
  };

  const hold = (holding: Holding): Promise<Held> => {
    const { name } = holding;
    const known = held.get(name) ?? noting(name, () => look(holding));
    held.set(name, known);
    holdings.set(name, holding);
    known.catch(() => held.delete(name));
    return known;
  };
  const tryOut = async (holding: Holding): Promise<void> => {
    const { openSandbox: open } = await hold(holding);
    await (await open()).close();
  };

  return {
    logger,
    hold,
    tryOut,
    missingFeatures: () => [...missing.values()].flat(),
    problems: () => [...problems.values()],
    retry: async () => {
      const failed = Array.from(problems.keys(), (name) => holdings.get(name)).filter((one) => one !== undefined);
      await Promise.allSettled(failed.map(tryOut));
    },
    close: async () => {
      const opened = await machine?.catch(() => undefined);
      await opened?.close();
    },
  };
}

function withoutUser(name: string, { uids, refusal }: Machine, probe: readonly string[]): CannotStart {
  const reason =
    uids === undefined
      ? (refusal ?? 'There are none.')
      : `Users of processes cannot run ${probe[0]}: it and all folders above it must be readable for everybody.`;
  return new CannotStart(
    `SERVICE_ISOLATION is required: ${name} are not started without users of their own. ${reason}`,
  );
}

async function openSandbox(machine: Machine, features: ReadonlySet<Feature>, limits: ProcessLimits): Promise<Sandbox> {
  const { uid, folder, mark, giveBack, lentName } = await machine.takePlace();
  const hand = (path: string): Promise<void> => (features.has('own-user') ? chown(path, uid, uid) : Promise.resolve());
  let grace: NodeJS.Timeout | undefined;
  try {
    await hand(folder.path);
  } catch (error) {
    await giveBack();
    throw error;
  }
  return {
    folder: folder.path,
    socketFolder: folder.socketPath,
    hand,
    lend: () => {
      // In our own folder: in that of the process, it could put another file in its place before that is handed to it.
      const name = lentName();
      const path = join(folder.parent, name);
      return { path, processPath: `../${name}`, hand: () => hand(path), takeBack: () => takeBack(path) };
    },
    command: (program) => launchCommand(program, { features, limits, uid, variable: mark.variable }),
    started: (pid, graceMs = 0) => {
      if (!features.has('nice')) return;
      giveWay(pid, graceMs === 0 ? NICENESS : WAITED_FOR_NICENESS);
      clearTimeout(grace);
      if (graceMs > 0) grace = setTimeout(() => giveWayIfThere(pid), graceMs).unref();
    },
    close: async () => {
      clearTimeout(grace);
      await giveBack();
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
