import { hash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import {
  createGeneration,
  type Generation,
  openGeneration,
  readGeneration,
  WrongPassphrase,
} from '../format/generation.ts';
import { objectNames } from '../format/names.ts';
import type { Sealer } from '../format/sealer.ts';
import type { StorePaths } from '../store-paths.ts';
import type { PlaceCalls } from './place-calls.ts';
import type { ArchiverData } from './protocol.ts';
import type { StateStore } from './state-store.ts';

const GENERATION = 'generation';
const ORIGIN = 'origin';
const BOOT = 'boot';
const MASTER_KEY_FILE = 'master.key';

export interface BegunGeneration {
  readonly id: string;
  readonly sealer: Sealer;
}

/** Undefined when this directory has none, is a copy, or is archived to another place or with other settings. */
export async function findGeneration(data: ArchiverData, state: StateStore): Promise<BegunGeneration | undefined> {
  const saved = state.meta(GENERATION);
  if (saved === undefined || state.meta(ORIGIN) !== originOf(data)) return undefined;
  const generation = readGeneration(GENERATION, Buffer.from(saved));
  if ((generation.key === null) !== (data.passphrase === undefined)) return undefined;
  try {
    return { id: generation.id, sealer: await openGeneration(generation, data.passphrase) };
  } catch (error) {
    if (error instanceof WrongPassphrase) return undefined;
    throw error;
  }
}

export async function beginGeneration(
  data: ArchiverData,
  { state, paths, place }: { readonly state: StateStore; readonly paths: StorePaths; readonly place: PlaceCalls },
): Promise<BegunGeneration> {
  const { passphrase, version, hasFiles } = data;
  const options = { machine: hostname(), version, nowMs: Date.now(), hasFiles, passphrase };
  const generation = await createGeneration(options);
  const sealer = await openGeneration(generation, passphrase);
  await putGeneration(data, generation, { sealer, place });
  const insert = state.db.prepare(
    'INSERT OR REPLACE INTO stores VALUES (?, 0, NULL, NULL, NULL, NULL, 0, 1, 0, 0, 1, -1, 0, 0)',
  );
  state.transaction(() => {
    state.setMeta(GENERATION, JSON.stringify(generation));
    state.setMeta(ORIGIN, originOf(data));
    for (const store of paths.all()) insert.run(store);
  });
  return { id: generation.id, sealer };
}

/** Ends the generation, so that the next start of the thread begins a new one. */
export function endGeneration(state: StateStore): void {
  state.clear();
  for (const folder of ['spool', 'files']) rmSync(join(state.directory, folder), { recursive: true, force: true });
}

/** Whether the system rebooted since the last `noteBoot`, possibly after a power cut. */
export function hasRebooted(state: StateStore): boolean {
  const noted = state.meta(BOOT);
  return noted !== undefined && noted !== currentBoot();
}

export function noteBoot(state: StateStore): void {
  state.setMeta(BOOT, currentBoot());
}

function currentBoot(): string {
  const path = '/proc/sys/kernel/random/boot_id';
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : String(Date.now());
}

async function putGeneration(
  { dataDir, passphrase }: ArchiverData,
  generation: Generation,
  { sealer, place }: { readonly sealer: Sealer; readonly place: PlaceCalls },
): Promise<void> {
  const keyFile = join(dataDir, MASTER_KEY_FILE);
  if (passphrase !== undefined && existsSync(keyFile)) {
    const name = objectNames.masterKey(generation.id);
    await place.put(name, sealer.seal(name, readFileSync(keyFile)));
  }
  await place.put(objectNames.generation(generation.id), Buffer.from(`${JSON.stringify(generation, undefined, 2)}\n`));
}

/** A copied folder counts as another origin, even on the same machine. */
function originOf({ dataDir, place }: ArchiverData): string {
  const { dev, ino } = statSync(dataDir);
  const where = place.kind === 'file' ? place.directory : `${place.endpoint}/${place.bucket}/${place.prefix}`;
  return hash('sha256', `${hostname()} ${dev} ${ino} ${where}`, 'hex');
}
