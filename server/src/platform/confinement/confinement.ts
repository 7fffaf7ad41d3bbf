import { chown, rm, truncate } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Logger } from '../logger.ts';
import { CannotStart } from './cannot-start.ts';
import { detectFeatures, type Feature, isRoot, missingSentences, NICENESS, type Probe, succeeds } from './features.ts';
import { launchCommand, type ProcessLimits } from './launch-command.ts';
import { lowerPriority } from './lower-priority.ts';
import { type Machine, openMachine } from './machine.ts';
import { createOwnRoots, type OwnRoots } from './own-roots.ts';
import type { MadeFolder } from './processes-folder.ts';
import type { ProgramFiles } from './program-files.ts';

export interface ConfinedProgram {
  readonly name: string;
  /** Other users may not be able to reach the program's folder. */
  readonly probe: Probe;
  /** A complete start, for the first time without the machine's files; `probe` when absent. */
  readonly rehearsal?: Probe;
  /** Everything that the program reads. Where the machine supports it, nothing else exists for the process. */
  readonly files: () => Promise<ProgramFiles>;
  readonly limits: ProcessLimits;
}

/** `where_possible`: like `required`, except on machines that can never give a process its own user. */
export type Isolation = 'required' | 'where_possible' | 'best_effort';

/** A developer's laptop may offer no isolation, and it runs only the developer's own code. */
export function defaultIsolation(mode: 'development' | 'production'): Isolation {
  if (mode === 'production') return 'required';
  return canHaveUsers() ? 'where_possible' : 'best_effort';
}

function canHaveUsers(): boolean {
  return process.platform === 'linux' && isRoot();
}

export interface Confinement {
  readonly logger: Logger;
  /** Rejects with `CannotStart` when the machine lacks a required feature. The next call tries again. */
  hold(holding: ConfinedProgram): Promise<Sandboxes>;
  /** Opens and closes one sandbox, so that problems show before a caller waits. Rejects as `hold` does. */
  tryOut(holding: ConfinedProgram): Promise<void>;
  missingFeatures(): readonly string[];
  /** Why processes cannot be started, one sentence per kind of work; empty when every attempt succeeded. */
  problems(): readonly string[];
  retry(): Promise<void>;
  close(): Promise<void>;
}

export interface Sandboxes {
  /** Creates a sandbox for one process: an empty folder that no other process may enter, and a user. Rejects with `CannotStart`. */
  openSandbox(): Promise<Sandbox>;
}

export interface Sandbox {
  /** Must be the process's working directory: the process can reach its files only by relative paths. */
  readonly folder: string;
  /** The same folder under a path short enough for sockets; only the service can use it. */
  readonly socketFolder: string;
  hand(path: string): Promise<void>;
  lend(): LentFile;
  command(program: readonly string[]): readonly [string, ...string[]];
  /**
   * Call this before the process runs untrusted code, which must not compete with the service for the processor.
   * `graceMs`: how long it first gets a middle priority, because a caller waits.
   */
  started(pid: number, graceMs?: number): void;
  close(): Promise<void>;
}

/** A file lent to a process. The service creates it at `path`, hands it over, and must always take it back. */
export interface LentFile {
  readonly path: string;
  readonly processPath: string;
  hand(): Promise<void>;
  takeBack(): Promise<void>;
}

export interface ConfinementOptions {
  readonly dataDir: string;
  readonly isolation: Isolation;
  readonly logger: Logger;
}

/** The same priority as hashing and bundling: below the service, above long-running processes. */
const WAITED_FOR_NICENESS = 10;

export function createConfinement({ dataDir, isolation, logger }: ConfinementOptions): Confinement {
  const missing = new Map<string, readonly string[]>();
  const problems = new Map<string, string>();
  const held = new Map<string, Promise<Sandboxes>>();
  const holdings = new Map<string, ConfinedProgram>();
  const allRoots = new Map<string, OwnRoots>();
  let machine: Promise<Machine> | undefined;
  let isClosed = false;

  const open = (): Promise<Machine> => {
    if (isClosed) throw new CannotStart('The service is stopping.');
    const opening = machine ?? openMachine(dataDir, logger);
    machine = opening;
    opening.catch(() => {
      if (machine === opening) machine = undefined;
    });
    return opening;
  };
  const noting = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    try {
      const done = await work();
      problems.delete(name);
      return done;
    } catch (error) {
      if (isClosed) throw new CannotStart('The service is stopping.', { cause: error });
      const reason = error instanceof CannotStart ? error.message : `No process can be started: ${String(error)}`;
      if (problems.get(name) !== reason) logger.error({ err: error }, `This machine cannot start ${name}.`);
      problems.set(name, reason);
      throw error instanceof CannotStart ? error : new CannotStart(reason, { cause: error });
    }
  };
  const look = async ({ name, probe, rehearsal = probe, limits, files }: ConfinedProgram): Promise<Sandboxes> => {
    const found = await open();
    const detected = await detectFeatures(probe, found.uids?.first);
    const roots = allRoots.get(name) ?? createOwnRoots(files);
    allRoots.set(name, roots);
    const features = (await canHaveRoot(found, detected, { rehearsal, limits, roots }))
      ? new Set([...detected, 'own-files' as const])
      : detected;
    const sentences = missingSentences(name, features);
    missing.set(name, sentences);
    const isRequired = isolation === 'required' || (isolation === 'where_possible' && found.uids === undefined);
    if (isRequired && !features.has('own-user')) throw withoutUser(name, found, probe);
    if (sentences.length > 0 && !isClosed)
      logger.warn({ missing: sentences }, `This machine cannot isolate ${name} completely.`);
    return { openSandbox: () => noting(name, () => openSandbox(found, features, { limits, roots })) };
  };

  const hold = (holding: ConfinedProgram): Promise<Sandboxes> => {
    const { name } = holding;
    const known = held.get(name) ?? noting(name, () => look(holding));
    held.set(name, known);
    holdings.set(name, holding);
    known.catch(() => held.delete(name));
    return known;
  };
  const tryOut = async (holding: ConfinedProgram): Promise<void> => {
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
      isClosed = true;
      await Promise.all(Array.from(allRoots.values(), (roots) => roots.close()));
      const opened = await machine?.catch(() => undefined);
      await opened?.close();
    },
  };
}

function withoutUser(name: string, { uids, refusal }: Machine, { command: [program] }: Probe): CannotStart {
  const reason =
    uids === undefined
      ? (refusal ?? 'There are none.')
      : `Users of processes cannot run ${program}: it and all folders above it must be readable for everybody.`;
  return new CannotStart(`SERVICE_ISOLATION is required: ${name} are not started without their own users. ${reason}`);
}

/** Starts the program as its processes will be started. Only root builds namespaces over folders that it then gives to other users. */
async function canHaveRoot(
  machine: Machine,
  features: ReadonlySet<Feature>,
  { rehearsal, limits, roots }: SandboxOptions & { readonly rehearsal: Probe },
): Promise<boolean> {
  if (!features.has('own-user')) return false;
  const sandbox = await openSandbox(machine, new Set([...features, 'own-files']), { limits, roots }).catch(
    () => undefined,
  );
  if (sandbox === undefined) return false;
  try {
    return await succeeds({ ...rehearsal, command: sandbox.command(rehearsal.command) }, sandbox.folder);
  } finally {
    await sandbox.close();
  }
}

interface SandboxOptions {
  readonly limits: ProcessLimits;
  readonly roots: OwnRoots;
}

async function openSandbox(
  machine: Machine,
  features: ReadonlySet<Feature>,
  { limits, roots }: SandboxOptions,
): Promise<Sandbox> {
  const { uid, folder, mark, giveBack, lentName } = await machine.takePlace();
  const hand = (path: string): Promise<void> => (features.has('own-user') ? chown(path, uid, uid) : Promise.resolve());
  let grace: NodeJS.Timeout | undefined;
  let enterRoot: readonly string[] = [];
  try {
    await hand(folder.path);
    if (features.has('own-files')) enterRoot = await enterOwnRoot(roots, folder);
  } catch (error) {
    await giveBack();
    throw error;
  }
  return {
    folder: folder.path,
    socketFolder: folder.socketPath,
    hand,
    lend: () => {
      // Stored in the service's folder: if it were in the process's own folder, the process could replace it before it is handed over.
      const name = lentName();
      const path = join(folder.parent, name);
      return { path, processPath: `../${name}`, hand: () => hand(path), takeBack: () => takeBack(path) };
    },
    command: (program) => launchCommand(program, { features, limits, uid, variable: mark.variable, enterRoot }),
    started: (pid, graceMs = 0) => {
      if (!features.has('nice')) return;
      lowerPriority(pid, graceMs === 0 ? NICENESS : WAITED_FOR_NICENESS);
      clearTimeout(grace);
      if (graceMs > 0) grace = setTimeout(() => lowerPriorityIfRunning(pid), graceMs).unref();
    },
    close: async () => {
      clearTimeout(grace);
      await giveBack();
    },
  };
}

async function enterOwnRoot(roots: OwnRoots, { path, parent }: MadeFolder): Promise<readonly string[]> {
  const root = await roots.over(parent);
  if (root === undefined) throw new CannotStart('This machine does not allow mount namespaces.');
  return root.enter(basename(path));
}

/** Truncated first, because a compromised process may keep the file open and thereby its disk space. */
async function takeBack(path: string): Promise<void> {
  await truncate(path).catch(() => undefined);
  await rm(path, { force: true });
}

/** Ignores a process that has ended. The sandbox is still open, so the pid cannot belong to another process. */
function lowerPriorityIfRunning(pid: number): void {
  try {
    lowerPriority(pid, NICENESS);
  } catch {
    // The process has ended and needs no priority.
  }
}
