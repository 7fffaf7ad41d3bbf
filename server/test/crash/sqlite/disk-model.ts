import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { LogEvent } from './write-log.ts';

type Change = Extract<LogEvent, { readonly kind: 'write' | 'truncate' }>;

interface StoredFile {
  durable: Buffer;
  /** Written, but not yet made durable by a sync. */
  pending: Change[];
}

interface NameChange {
  readonly path: string;
  readonly file: StoredFile | undefined;
}

/** Decides for each change that no sync has covered whether it survives a power cut. */
export type SurvivalDecision = () => boolean;

/**
 * A disk that keeps only what was synced. A sync of a file makes its bytes durable, a sync of its folder its name;
 * everything else may or may not survive a power cut, in any combination.
 */
export class DiskModel {
  readonly #names = new Map<string, StoredFile>();
  readonly #durableNames = new Map<string, StoredFile>();
  #pendingNames: NameChange[] = [];
  readonly #syncs = new Map<number, readonly Change[]>();

  apply(event: LogEvent): void {
    switch (event.kind) {
      case 'write':
      case 'truncate':
        this.#file(event.path).pending.push(event);
        break;
      case 'unlink':
        this.#names.delete(event.path);
        this.#pendingNames.push({ path: event.path, file: undefined });
        break;
      case 'sync_start':
        this.#syncs.set(event.id, [...(this.#names.get(event.path)?.pending ?? [])]);
        break;
      case 'sync_end':
        this.#promise(event.path, this.#syncs.get(event.id) ?? []);
        break;
      case 'said':
    }
  }

  cut(survives: SurvivalDecision): Map<string, Buffer> {
    const names = new Map(this.#durableNames);
    for (const change of this.#pendingNames) {
      // A folder's changes reach the disk in order.
      if (!survives()) break;
      rename(names, change);
    }
    return new Map(
      [...names].map(([path, file]) => [path, file.pending.filter(survives).reduce(changed, file.durable)]),
    );
  }

  #promise(path: string, changes: readonly Change[]): void {
    const file = this.#names.get(path);
    if (file === undefined) {
      const isHere = (change: NameChange): boolean => dirname(change.path) === path;
      for (const change of this.#pendingNames.filter(isHere)) rename(this.#durableNames, change);
      this.#pendingNames = this.#pendingNames.filter((change) => !isHere(change));
      return;
    }
    file.durable = changes.reduce(changed, file.durable);
    file.pending = file.pending.filter((change) => !changes.includes(change));
  }

  #file(path: string): StoredFile {
    const known = this.#names.get(path);
    if (known !== undefined) return known;
    const file = { durable: Buffer.alloc(0), pending: [] };
    this.#names.set(path, file);
    this.#pendingNames.push({ path, file });
    return file;
  }
}

export async function writeImage(files: ReadonlyMap<string, Buffer>, from: string, to: string): Promise<void> {
  for (const [path, content] of files) {
    // The log's index is in memory and is rebuilt; the lock and the ids of exports belong only to the running process.
    if (!path.startsWith(from) || path.endsWith('-shm') || path.includes('/lock.db') || path.includes('/spool/'))
      continue;
    const target = to + path.slice(from.length);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  }
}

function rename(names: Map<string, StoredFile>, { path, file }: NameChange): void {
  if (file === undefined) names.delete(path);
  else names.set(path, file);
}

function changed(content: Buffer, change: Change): Buffer {
  if (change.kind === 'truncate') return resized(content, change.size);
  const end = change.offset + change.data.length;
  const result = end > content.length ? resized(content, end) : Buffer.from(content);
  change.data.copy(result, change.offset);
  return result;
}

function resized(content: Buffer, size: number): Buffer {
  const result = Buffer.alloc(size);
  content.copy(result);
  return result;
}
