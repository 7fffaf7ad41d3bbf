import { existsSync } from 'node:fs';
import { link, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ExpectedFile, expectedFiles, findExpectedFiles } from '../expected-files.ts';
import { FILE_PART_BYTES, filePartsOf, objectNames } from '../format/names.ts';
import type { Sealer } from '../format/sealer.ts';
import type { StorePaths } from '../store-paths.ts';
import type { PlaceCalls } from './place-calls.ts';
import type { StateStore } from './state-store.ts';

const PAGE = 100;

export interface BlobName {
  readonly group: string;
  readonly id: string;
}

export interface KeptBlob extends BlobName {
  readonly atMs: number;
}

export interface FileKeeperOptions {
  readonly generation: string;
  readonly sealer: Sealer;
  readonly paths: StorePaths;
  readonly state: StateStore;
  readonly place: PlaceCalls;
  readonly onError: (error: unknown) => void;
}

/** Archives files by their content: equal files are stored once. */
export class FileKeeper {
  readonly #options: FileKeeperOptions;
  readonly #links: string;
  #running: Promise<void> = Promise.resolve();

  constructor(options: FileKeeperOptions) {
    this.#options = options;
    this.#links = linksDirectory(options.state);
  }

  /** Archives all pending files, including new ones. Files that cannot be read stay pending. Never rejects. */
  putPending(): Promise<void> {
    return this.#inTurn(() => this.#putAll());
  }

  /** Deletes files that no row has referred to since the horizon. Never rejects. */
  deleteGone(horizonMs: number): Promise<void> {
    return this.#inTurn(() => this.#deleteGone(horizonMs));
  }

  waitingSinceMs(): number | undefined {
    const row = this.#options.state.db.prepare('SELECT MIN(since_ms) AS since FROM pending_files').get();
    return row?.['since'] == null ? undefined : Number(row['since']);
  }

  /** Finds the files of a store that are not archived yet, and marks those that no row refers to. */
  reconcile(store: string): void {
    const { paths, state } = this.#options;
    if (!existsSync(paths.store(store))) return;
    const named = new Set<string>();
    for (const page of expectedFiles(paths.store(store))) {
      state.transaction(() => {
        for (const { id } of page) {
          named.add(id);
          if (!this.#isKnown(store, id)) notePending(state, { group: store, id }, Date.now());
        }
      });
    }
    const known = state.db.prepare('SELECT id FROM files WHERE store = ? AND gone_ms IS NULL').all(store);
    const gone = known.map((row) => String(row['id'])).filter((id) => !named.has(id));
    noteDeleted(
      state,
      gone.map((id) => ({ group: store, id })),
    );
  }

  /** Takes turns, because one call must not delete a file that another has just found at the place. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#running = this.#running.then(work).catch(this.#options.onError);
    return this.#running;
  }

  async #putAll(): Promise<void> {
    const next = this.#options.state.db.prepare(
      `SELECT store, id, since_ms FROM pending_files WHERE (since_ms, store, id) > (?, ?, ?) ORDER BY since_ms, store, id LIMIT ${PAGE}`,
    );
    for (let after: readonly [number, string, string] = [-1, '', '']; ; ) {
      const rows = next.all(...after);
      const last = rows.at(-1);
      if (last === undefined) return;
      after = [Number(last['since_ms']), String(last['store']), String(last['id'])];
      const pending = rows.map((row) => ({ group: String(row['store']), id: String(row['id']) }));
      for (const [store, blobs] of Map.groupBy(pending, ({ group }) => group)) await this.#putOf(store, blobs);
    }
  }

  async #putOf(store: string, blobs: readonly BlobName[]): Promise<void> {
    const { paths, place, onError } = this.#options;
    const ids = blobs.map(({ id }) => id);
    const found = existsSync(paths.store(store)) ? findExpectedFiles(paths.store(store), ids) : [];
    const expected = new Map(found.map((file) => [file.id, file]));
    for (const blob of blobs) {
      try {
        await this.#putOne(blob, expected.get(blob.id));
      } catch (error) {
        // A file that the disk cannot read must not delay the others.
        if (place.isStopped) throw error;
        onError(error);
      }
    }
  }

  async #putOne(blob: BlobName, file: ExpectedFile | undefined): Promise<void> {
    const { db } = this.#options.state;
    const object = file === undefined ? undefined : await this.#put(blob, file);
    this.#options.state.transaction(() => {
      if (object !== undefined) {
        db.prepare('INSERT OR REPLACE INTO files (store, id, name, bytes) VALUES (?, ?, ?, ?)').run(
          ...[blob.group, blob.id, object.name, object.bytes],
        );
      }
      db.prepare('DELETE FROM pending_files WHERE store = ? AND id = ?').run(blob.group, blob.id);
    });
    await rm(linkOf(this.#links, blob), { force: true });
  }

  /** Undefined when the bytes are gone. */
  async #put(blob: BlobName, { content, bytes }: ExpectedFile): Promise<{ name: string; bytes: number } | undefined> {
    const { generation, sealer, paths, place, state } = this.#options;
    const name = sealer.hide(content);
    const same = state.db.prepare('SELECT bytes FROM files WHERE name = ? LIMIT 1').get(name);
    if (same !== undefined) return { name, bytes: Number(same['bytes']) };
    const file = (await openIfThere(linkOf(this.#links, blob))) ?? (await openIfThere(paths.blob(blob.group, blob.id)));
    if (file === undefined) return undefined;
    let sent = 0;
    try {
      for (let part = 0; part < filePartsOf(bytes); part += 1) {
        const buffer = Buffer.alloc(Math.min(FILE_PART_BYTES, bytes - part * FILE_PART_BYTES));
        await file.read(buffer, 0, buffer.length, part * FILE_PART_BYTES);
        const object = objectNames.file(generation, name, part);
        const sealed = sealer.seal(object, buffer, { isCompressed: false });
        await place.put(object, sealed);
        sent += sealed.length;
      }
    } finally {
      await file.close();
    }
    return { name, bytes: sent };
  }

  async #deleteGone(horizonMs: number): Promise<void> {
    const { state, generation, place } = this.#options;
    const rows = state.db
      .prepare(
        `SELECT name, MAX(bytes) AS bytes FROM files AS file WHERE gone_ms < ? AND NOT EXISTS (
          SELECT 1 FROM files AS other WHERE other.name = file.name AND (other.gone_ms IS NULL OR other.gone_ms >= ?)) GROUP BY name`,
      )
      .all(horizonMs, horizonMs);
    for (const row of rows) {
      const name = String(row['name']);
      // Sealed objects are longer than their content, so this counts at least the actual number.
      const parts = Array.from({ length: filePartsOf(Number(row['bytes'])) }, (_, part) => part);
      await place.delete(parts.map((part) => objectNames.file(generation, name, part)));
    }
    state.db.prepare('DELETE FROM files WHERE gone_ms < ?').run(horizonMs);
  }

  #isKnown(store: string, id: string): boolean {
    const { db } = this.#options.state;
    return (
      db.prepare('SELECT 1 FROM files WHERE store = ? AND id = ? AND gone_ms IS NULL').get(store, id) !== undefined
    );
  }
}

/** A second file name keeps the blob's bytes until they are archived, even if the blob is deleted before. */
export async function keepBlob(state: StateStore, paths: StorePaths, blob: KeptBlob): Promise<void> {
  const links = linksDirectory(state);
  notePending(state, blob, blob.atMs);
  const place = (): Promise<void> => link(paths.blob(blob.group, blob.id), linkOf(links, blob));
  try {
    await place();
  } catch (error) {
    if (Object(error).code === 'EEXIST') return;
    await mkdir(links, { recursive: true, mode: 0o700 });
    await place().catch((failure: unknown) => {
      // When the blobs are on another disk, they are archived under their original name.
      if (!['ENOENT', 'EEXIST', 'EXDEV'].includes(Object(failure).code)) throw failure;
    });
  }
}

export function noteDeleted(state: StateStore, blobs: readonly BlobName[]): void {
  if (blobs.length === 0) return;
  state.transaction(() => {
    const statement = state.db.prepare('UPDATE files SET gone_ms = ? WHERE store = ? AND id = ? AND gone_ms IS NULL');
    for (const { group, id } of blobs) statement.run(Date.now(), group, id);
  });
}

export async function tidyLinks(state: StateStore): Promise<void> {
  const links = linksDirectory(state);
  for (const name of await readdir(links).catch(() => [])) {
    const [group = '', id = ''] = name.split('~');
    const isPending = state.db.prepare('SELECT 1 FROM pending_files WHERE store = ? AND id = ?').get(group, id);
    if (isPending === undefined) await rm(join(links, name), { force: true });
  }
}

function notePending(state: StateStore, { group, id }: BlobName, sinceMs: number): void {
  state.db
    .prepare('INSERT INTO pending_files (store, id, since_ms) VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
    .run(group, id, sinceMs);
}

function linksDirectory(state: StateStore): string {
  return join(state.directory, 'files');
}

function linkOf(links: string, { group, id }: BlobName): string {
  return join(links, `${group}~${id}`);
}

function ignoreMissing(error: unknown): void {
  if (Object(error).code !== 'ENOENT') throw error;
}

async function openIfThere(path: string) {
  try {
    return await open(path, 'r');
  } catch (error) {
    ignoreMissing(error);
    return undefined;
  }
}
