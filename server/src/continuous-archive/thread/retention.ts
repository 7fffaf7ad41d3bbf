import { statSync } from 'node:fs';
import { describeDeletedPacks, rangesWithout } from '../format/deleted-packs.ts';
import { objectNames, readPackName } from '../format/names.ts';
import type { Sealer } from '../format/sealer.ts';
import type { StorePaths } from '../store-paths.ts';
import type { FileKeeper } from './file-keeper.ts';
import type { PlaceCalls } from './place-calls.ts';
import type { StateStore } from './state-store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A recovery that chose the object before may still be running. */
const MARGIN_MS = 6 * 60 * 60 * 1000;
const LOG_BYTES_MIN = 64 * 1024 * 1024;
/** When the log is longer than the store by this factor, a recovery is slow. */
const LOG_FACTOR = 2;
const DELETED_AT_ONCE = 500;

export interface RetentionOptions {
  readonly generation: string;
  readonly run: string;
  readonly sealer: Sealer;
  readonly state: StateStore;
  readonly paths: StorePaths;
  readonly place: PlaceCalls;
  readonly files: FileKeeper;
  readonly days: number;
  readonly onStale: (store: string) => void;
}

/** Deletes objects that no retained moment needs, and requests images so that more can be deleted later. */
export class Retention {
  readonly #options: RetentionOptions;

  constructor(options: RetentionOptions) {
    this.#options = options;
  }

  async run(nowMs = Date.now()): Promise<void> {
    const { days } = this.#options;
    const horizonMs = nowMs - days * DAY_MS - MARGIN_MS;
    this.#findStale(nowMs);
    await this.#deleteLostImages(nowMs - MARGIN_MS);
    await this.#deleteUnfinishedImages();
    await this.#deleteImages(horizonMs);
    await this.#options.files.deleteGone(horizonMs);
    await this.#deletePacks(horizonMs, nowMs - MARGIN_MS);
    await this.#deleteRuns();
  }

  #findStale(nowMs: number): void {
    const { state, paths, days, onStale } = this.#options;
    const rows = state.db
      .prepare('SELECT store, imaged_ms, log_bytes FROM stores WHERE image_commits >= 0 AND commits > image_commits')
      .all();
    for (const row of rows) {
      const store = String(row['store']);
      const isOld = Number(row['imaged_ms']) < nowMs - (days * DAY_MS) / 2;
      if (isOld || isLong(paths.store(store), Number(row['log_bytes']))) onStale(store);
    }
  }

  /** Keeps the last image before the horizon and all later ones. */
  async #deleteImages(horizonMs: number): Promise<void> {
    const { state } = this.#options;
    const rows = state.db
      .prepare(
        `SELECT name, parts FROM images AS image WHERE until_ms < ? AND (
          EXISTS (SELECT 1 FROM images AS newer WHERE newer.store = image.store AND newer.until_ms <= ?
            AND (newer.until_ms, newer.name) > (image.until_ms, image.name))
          OR EXISTS (SELECT 1 FROM dropped WHERE dropped.store = image.store AND dropped_ms < ?))`,
      )
      .all(horizonMs, horizonMs, horizonMs);
    for (const row of rows) {
      await this.#deleteImage(row);
      state.db.prepare('DELETE FROM images WHERE name = ?').run(String(row['name']));
    }
    await this.#forgetDropped(horizonMs);
  }

  /** The place may have taken such an image without an answer, and a recovery may be reading it. */
  async #deleteLostImages(lostMs: number): Promise<void> {
    const { db } = this.#options.state;
    const lost = db
      .prepare('SELECT name, parts FROM lost_images WHERE lost_ms < ? AND name NOT IN (SELECT name FROM images)')
      .all(lostMs);
    for (const row of lost) {
      await this.#deleteImage(row);
      db.prepare('DELETE FROM lost_images WHERE name = ?').run(String(row['name']));
    }
  }

  /** Images of this run may still grow. */
  async #deleteUnfinishedImages(): Promise<void> {
    const { run, state } = this.#options;
    for (const row of state.db.prepare('SELECT folder, parts FROM unfinished_images WHERE run <> ?').all(run)) {
      const folder = String(row['folder']);
      await this.#deleteParts(folder, Number(row['parts']));
      state.db.prepare('DELETE FROM unfinished_images WHERE folder = ?').run(folder);
    }
  }

  async #deleteImage(row: Readonly<Record<string, unknown>>): Promise<void> {
    const name = String(row['name']);
    const parts = /-(\d+)-[0-9a-z]+$/.exec(name)?.[1] ?? '0';
    const folder = String(row['parts'] ?? '');
    // Deletes the image first: an image without its parts would look damaged.
    await this.#options.place.delete([name]);
    await this.#deleteParts(folder, Number(parts));
  }

  async #deleteParts(folder: string, parts: number): Promise<void> {
    await this.#delete(Array.from({ length: parts }, (_, part) => objectNames.imagePart(folder, part)));
  }

  async #forgetDropped(horizonMs: number): Promise<void> {
    const { state, generation } = this.#options;
    const rows = state.db.prepare('SELECT store, dropped_ms FROM dropped WHERE dropped_ms < ?').all(horizonMs);
    await this.#delete(
      rows.map((row) =>
        objectNames.dropped(generation, { store: String(row['store']), droppedMs: Number(row['dropped_ms']) }),
      ),
    );
    state.db.prepare('DELETE FROM dropped WHERE dropped_ms < ?').run(horizonMs);
  }

  /** Deletes packs that no store needs. Each store needs those from its oldest image to its last commit. */
  async #deletePacks(horizonMs: number, replacedMs: number): Promise<void> {
    const { state } = this.#options;
    const rows = state.db
      .prepare(
        `SELECT name FROM packs WHERE gone_ms < ? OR last_ms < ? AND NOT EXISTS (
          SELECT 1 FROM (SELECT store, MIN(first_pack) AS first_pack FROM images GROUP BY store) AS oldest
            LEFT JOIN stores USING (store)
            WHERE packs.last >= oldest.first_pack AND packs.first <= COALESCE(stores.last_pack, packs.last))`,
      )
      .all(replacedMs, horizonMs);
    // After a power cut the state must not name packs that are gone.
    if (rows.length > 0) state.sync();
    const names = rows.map((row) => String(row['name']));
    await this.#delete(names);
    // A full place takes no object before others are deleted. If the process ends here, the next round names them.
    await this.#nameDeleted(new Set(names));
    state.transaction(() => {
      for (const name of names) state.db.prepare('DELETE FROM packs WHERE name = ?').run(name);
    });
  }

  /** To a recovery, packs that are missing between two others are lost, unless this names them. */
  async #nameDeleted(names: ReadonlySet<string>): Promise<void> {
    const { state, generation, run, sealer, place } = this.#options;
    if (names.size === 0) return;
    const packs = state.db
      .prepare('SELECT name FROM packs')
      .all()
      .map((row) => String(row['name']));
    const end = packs.reduce((newest, name) => Math.max(newest, readPackName(name)?.last ?? 0), 0);
    const kept = packs.flatMap((name) => (names.has(name) ? [] : (readPackName(name) ?? [])));
    const ranges = rangesWithout(kept, end, run);
    const object = objectNames.deletedPacks(generation);
    if (ranges.length > 0) await place.put(object, sealer.seal(object, describeDeletedPacks(ranges)));
  }

  /** A recovery asks for the runs of packs that follow its first one. */
  async #deleteRuns(): Promise<void> {
    const { state, generation } = this.#options;
    const rows = state.db
      .prepare('SELECT first FROM announced_runs WHERE first < (SELECT MIN(first) FROM packs)')
      .all();
    const firsts = rows.map((row) => Number(row['first']));
    await this.#delete(firsts.map((first) => objectNames.run(generation, first)));
    for (const first of firsts) state.db.prepare('DELETE FROM announced_runs WHERE first = ?').run(first);
  }

  async #delete(names: readonly string[]): Promise<void> {
    for (let from = 0; from < names.length; from += DELETED_AT_ONCE) {
      await this.#options.place.delete(names.slice(from, from + DELETED_AT_ONCE));
    }
  }
}

function isLong(path: string, logBytes: number): boolean {
  if (logBytes < LOG_BYTES_MIN) return false;
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return logBytes > LOG_FACTOR * size;
}
