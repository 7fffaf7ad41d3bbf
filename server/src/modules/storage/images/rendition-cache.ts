import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { type BlobKey, type BlobReading, readFile } from '../../../blobs/index.ts';
import type { Clock } from '../../../platform/clock.ts';

/** Disk space of a small file on most file systems. */
const BLOCK_BYTES = 4096;
/** Accuracy with which the order of use survives a restart. */
const TOUCH_MS = 3_600_000;
const MAKING = '.making';
const MAKING_MS_MAX = 600_000;
const SEPARATOR = '~';

interface Entry {
  readonly key: BlobKey;
  readonly variant: string;
  readonly bytes: number;
  touchedMs: number;
}

/** Keeps `<directory>/<group>/<blob id>~<variant>`. File times record the last use, so a restart loses nothing. */
export class RenditionCache {
  readonly #directory: string;
  readonly #bytesMax: number;
  readonly #clock: Clock;
  /** By path, least recently used first. */
  readonly #entries = new Map<string, Entry>();
  readonly #byBlob = new Map<string, Set<string>>();
  #bytes = 0;
  #made = 0;
  #loading: Promise<void> | undefined;

  constructor(directory: string, { bytesMax, clock }: { readonly bytesMax: number; readonly clock: Clock }) {
    this.#directory = directory;
    this.#bytesMax = bytesMax;
    this.#clock = clock;
  }

  async read(key: BlobKey, variant: string): Promise<BlobReading | undefined> {
    const path = this.#path(key, variant);
    const reading = await readFile(path);
    if (reading !== undefined) await this.#touch(path);
    return reading;
  }

  /** False when the rendition cannot be written, for example because the disk is full. */
  async keep(key: BlobKey, variant: string, bytes: Uint8Array): Promise<boolean> {
    await this.#load();
    this.#made += 1;
    const making = join(this.#directory, MAKING, `${process.pid}-${this.#made}`);
    const path = this.#path(key, variant);
    try {
      await write(making, bytes);
      await mkdir(join(this.#directory, key.group), { recursive: true, mode: 0o700 });
      await rename(making, path);
    } catch {
      await rm(making, { force: true });
      return false;
    }
    this.#add(path, { key, variant, bytes: bytes.length, touchedMs: this.#clock.now() });
    await this.#makeRoom();
    return true;
  }

  async forget(keys: readonly BlobKey[]): Promise<void> {
    await this.#load();
    for (const key of keys) {
      const paths = this.#byBlob.get(blobName(key)) ?? [];
      for (const path of [...paths]) await this.#remove(path);
    }
  }

  async forgetGroup(group: string): Promise<void> {
    await this.#load();
    for (const [path, entry] of [...this.#entries]) if (entry.key.group === group) await this.#remove(path);
    await rm(join(this.#directory, group), { recursive: true, force: true });
  }

  #path(key: BlobKey, variant: string): string {
    return join(this.#directory, key.group, `${key.id}${SEPARATOR}${variant}`);
  }

  #load(): Promise<void> {
    this.#loading ??= this.#scan();
    return this.#loading;
  }

  async #scan(): Promise<void> {
    const making = join(this.#directory, MAKING);
    await mkdir(making, { recursive: true, mode: 0o700 });
    for (const name of await namesIn(making)) await removeOld(join(making, name));
    const found: [string, Entry][] = [];
    for (const group of await namesIn(this.#directory)) {
      if (group === MAKING) continue;
      for (const name of await namesIn(join(this.#directory, group))) {
        const path = join(this.#directory, group, name);
        const [id = '', variant = ''] = name.split(SEPARATOR);
        const { size, mtimeMs } = await stat(path).catch(() => ({ size: 0, mtimeMs: 0 }));
        found.push([path, { key: { group, id }, variant, bytes: size, touchedMs: mtimeMs }]);
      }
    }
    for (const [path, entry] of found.sort(([, a], [, b]) => a.touchedMs - b.touchedMs)) this.#add(path, entry);
    await this.#makeRoom();
  }

  #add(path: string, entry: Entry): void {
    this.#drop(path);
    this.#entries.set(path, entry);
    this.#bytes += roomOf(entry);
    const blob = blobName(entry.key);
    const paths = this.#byBlob.get(blob) ?? new Set();
    this.#byBlob.set(blob, paths.add(path));
  }

  #drop(path: string): void {
    const entry = this.#entries.get(path);
    if (entry === undefined) return;
    this.#entries.delete(path);
    this.#bytes -= roomOf(entry);
    const blob = blobName(entry.key);
    const paths = this.#byBlob.get(blob);
    paths?.delete(path);
    if (paths?.size === 0) this.#byBlob.delete(blob);
  }

  async #touch(path: string): Promise<void> {
    await this.#load();
    const entry = this.#entries.get(path);
    if (entry === undefined) return;
    this.#entries.delete(path);
    this.#entries.set(path, entry);
    const now = this.#clock.now();
    if (now - entry.touchedMs < TOUCH_MS) return;
    entry.touchedMs = now;
    await utimes(path, now / 1000, now / 1000).catch(() => undefined);
  }

  async #makeRoom(): Promise<void> {
    for (const path of this.#entries.keys()) {
      if (this.#bytes <= this.#bytesMax) return;
      await this.#remove(path);
    }
  }

  async #remove(path: string): Promise<void> {
    this.#drop(path);
    await rm(path, { force: true });
  }
}

/** Syncs the data, so that a power cut leaves no name without its bytes in the cache. */
async function write(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.datasync();
  } finally {
    await file.close();
  }
}

function roomOf({ bytes }: Entry): number {
  return Math.max(BLOCK_BYTES, bytes);
}

function blobName({ group, id }: BlobKey): string {
  return `${group}/${id}`;
}

/** Removes files of crashed processes; younger files may be another process's work. */
async function removeOld(path: string): Promise<void> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
  if (Date.now() - mtimeMs > MAKING_MS_MAX) await rm(path, { force: true });
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}
