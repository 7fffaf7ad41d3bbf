import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '../../../../platform/logger.ts';
import { detectFeatures, type Feature, FIRST_UID, missingSentences } from './features.ts';
import { giveWay } from './give-way.ts';
import { launchCommand } from './launch-command.ts';

/** The machine, as far as processes of functions need it. */
export interface Host {
  /** Where the program lies that runs functions. */
  readonly program: string;
  missingFeatures(): readonly string[];
  /** An empty folder for one process, which nobody else may enter. */
  openRoom(): Promise<Room>;
  close(): Promise<void>;
}

/** One process's place on the machine. */
export interface Room {
  readonly folder: string;
  /** Gives a file of the folder to the process's user. */
  hand(path: string): Promise<void>;
  command(program: readonly string[]): readonly [string, ...string[]];
  /** To be called when the process listens: until then it runs nothing of a function, and somebody waits for it. */
  started(pid: number): void;
  close(): Promise<void>;
}

/** Looks at the machine once, and says in the log what it does not have. */
export async function openHost(logger: Logger): Promise<Host> {
  const program = programPath();
  const features = await detectFeatures(program);
  const missing = missingSentences(features);
  if (missing.length > 0) logger.warn({ missing }, 'This machine holds functions in less than it could.');
  const root = await mkdtemp(join(tmpdir(), 'fn-'));
  // The users of processes must pass through the folder that holds theirs; they cannot list it.
  if (features.has('own-user')) await chmod(root, 0o711);
  const rooms = createRooms(root, features);
  return {
    program,
    missingFeatures: () => missing,
    openRoom: rooms.open,
    close: () => rm(root, { recursive: true, force: true }),
  };
}

function createRooms(root: string, features: ReadonlySet<Feature>): { open(): Promise<Room> } {
  const taken = new Set<number>();
  const hasUser = features.has('own-user');
  let opened = 0;
  const open = async (): Promise<Room> => {
    let slot = 0;
    while (taken.has(slot)) slot += 1;
    taken.add(slot);
    const uid = FIRST_UID + slot;
    // A folder is never used twice, so that a process that is about to die meets no successor.
    const folder = join(root, String(opened++));
    const hand = async (path: string): Promise<void> => (hasUser ? await chown(path, uid, uid) : undefined);
    await mkdir(folder, { mode: 0o700 });
    await hand(folder);
    return {
      folder,
      hand,
      command: (program) => launchCommand(program, features, uid),
      started: (pid) => (features.has('nice') ? giveWay(pid) : undefined),
      close: async () => {
        await rm(folder, { recursive: true, force: true });
        taken.delete(slot);
      },
    };
  };
  return { open };
}

function programPath(): string {
  const path: unknown = createRequire(import.meta.url)('workerd');
  const found = Object(path).default ?? path;
  if (typeof found !== 'string' || !existsSync(found))
    throw new Error('The program that runs functions is not installed.');
  return found;
}
