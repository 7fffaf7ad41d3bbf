import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Generation } from '../format/generation.ts';
import { openGeneration } from '../format/generation.ts';
import { objectNames } from '../format/names.ts';
import { DamagedObject, type Sealer } from '../format/sealer.ts';
import type { Place } from '../place/place.ts';
import { createStorePaths, type StorePaths } from '../store-paths.ts';
import { describeGeneration, type FoundGeneration, findGenerations } from './find-generations.ts';
import { holdFolder } from './hold-folder.ts';
import { recoverFiles } from './recover-files.ts';
import { imagesAt, recoverStores, type StoresSource, storesInPacks } from './recover-stores.ts';
import { readMark, removeMark, writeMark } from './recovery-mark.ts';
import { openObject } from './write-image.ts';
import { WrongUse } from './wrong-use.ts';

export interface RecoverOptions {
  readonly place: Place;
  readonly passphrase: string | undefined;
  readonly dataDir: string;
  /** Undefined: the last moment. */
  readonly atMs: number | undefined;
  /** Ids of projects; empty: all. */
  readonly projects: readonly string[];
  readonly generation: string | undefined;
  readonly onProgress: (progress: RecoverProgress) => void;
}

export interface RecoverProgress {
  readonly step: 'control' | 'stores' | 'files';
  readonly done: number;
  readonly of: number;
  readonly bytes: number;
}

export interface RecoveredProject {
  readonly id: string;
  readonly store: string;
  /** Undefined when it could not be recovered. */
  readonly timeMs: number | undefined;
  readonly rows: number;
  readonly files: number;
}

export interface RecoverReport {
  readonly generation: Generation;
  readonly controlTimeMs: number;
  readonly projects: readonly RecoveredProject[];
  /** Ids of the projects that the caller did not select. */
  readonly notAsked: readonly string[];
  /** Messages about everything that is missing or damaged. */
  readonly missing: readonly string[];
  /** Other messages for the user. */
  readonly notes: readonly string[];
}

interface Project {
  readonly id: string;
  readonly store: string;
}

/** Creates a data directory from an archive. Throws `WrongUse`, `WrongPassphrase`, `DamagedObject`. */
export async function recover(options: RecoverOptions): Promise<RecoverReport> {
  const { dataDir } = options;
  mkdirSync(join(dataDir, 'projects'), { recursive: true, mode: 0o700 });
  const folder = holdFolder(dataDir);
  try {
    return await new Recovery(options).run();
  } finally {
    folder.close();
  }
}

class Recovery {
  readonly #options: RecoverOptions;
  readonly #paths: StorePaths;
  readonly #missing: string[] = [];
  readonly #notes: string[] = [];
  /** Stores that occur in the archive. */
  #known = new Set<string>();
  #bytes = 0;

  constructor(options: RecoverOptions) {
    this.#options = options;
    this.#paths = createStorePaths(options.dataDir);
  }

  async run(): Promise<RecoverReport> {
    const { dataDir, passphrase } = this.#options;
    const mark = readMark(dataDir);
    const isAdded = mark?.state === 'partial';
    if (mark === undefined) requireEmpty(dataDir);
    const atMs = this.#options.atMs ?? (isAdded && mark.at !== null ? Date.parse(mark.at) : Number.POSITIVE_INFINITY);
    const wanted = this.#options.generation ?? (isAdded ? mark.generation : undefined);
    const { found, generation, incomplete } = await chooseGeneration(this.#options.place, atMs, wanted);
    if (incomplete !== undefined) {
      this.#notes.push(
        `Generation ${incomplete} is newer, but had only begun: not every store was in it. It can be had by --generation.`,
      );
    }
    const sealer = await openGeneration(generation, passphrase);
    const at = Number.isFinite(atMs) ? new Date(atMs).toISOString() : null;
    if (!isAdded) writeMark(dataDir, { state: 'running', generation: generation.id, at, missing: [] });
    const source: StoresSource = {
      place: this.#options.place,
      sealer,
      generation: found,
      paths: this.#paths,
      atMs,
      onBytes: (bytes) => {
        this.#bytes += bytes;
      },
    };
    const controlTimeMs = isAdded ? atMs : await this.#recoverControl(source);
    if (isAdded) this.#noteKnown(source, await storesInPacks(source));
    const all = readProjects(this.#paths.store('control'));
    const projects = this.#choose(all, isAdded ? mark.missing : undefined);
    const recovered = await this.#recoverProjects(source, projects);
    await this.#recoverKey(generation, sealer);
    if (!isAdded) this.#nameStrangers(found, atMs, all);
    const missing = this.#missingStores(all, recovered, isAdded ? mark.missing : undefined);
    if (missing.length === 0) removeMark(dataDir);
    else writeMark(dataDir, { state: 'partial', generation: generation.id, at, missing });
    const asked = new Set(projects);
    return {
      generation,
      controlTimeMs,
      projects: recovered,
      notAsked: all.filter((project) => !asked.has(project) && missing.includes(project.store)).map(({ id }) => id),
      missing: this.#missing,
      notes: this.#notes,
    };
  }

  async #recoverControl(source: StoresSource): Promise<number> {
    this.#progress('control', 0, 1);
    clearStores(this.#paths);
    const { stores, damage, seen } = await recoverStores(source, ['control']);
    this.#noteKnown(source, seen);
    for (const [object, reason] of damage) this.#missing.push(lostPack(object, reason));
    const [control] = stores;
    if (control?.timeMs === undefined) {
      throw new WrongUse(
        `The control store cannot be recovered from this generation: ${control?.problem}. Another one may be whole: see --list.`,
      );
    }
    if (control.problem !== undefined) {
      this.#missing.push(`The control store is as of ${iso(control.timeMs)}: ${control.problem}.`);
    }
    this.#progress('control', 1, 1);
    return control.timeMs;
  }

  #noteKnown({ generation }: StoresSource, inPacks: ReadonlySet<string>): void {
    this.#known = new Set([...inPacks, ...generation.images.map(({ store }) => store)]);
  }

  #choose(all: readonly Project[], missing: readonly string[] | undefined): readonly Project[] {
    const { projects: ids } = this.#options;
    const unknown = ids.filter((id) => all.every((project) => project.id !== id));
    if (unknown.length > 0) throw new WrongUse(`There is no such project at this moment: ${unknown.join(', ')}.`);
    const open = missing === undefined ? all : all.filter(({ store }) => missing.includes(store));
    const chosen = ids.length === 0 ? open : open.filter(({ id }) => ids.includes(id));
    if (missing !== undefined && chosen.length === 0) throw new WrongUse('These projects have been recovered already.');
    return chosen;
  }

  async #recoverProjects(source: StoresSource, projects: readonly Project[]): Promise<readonly RecoveredProject[]> {
    this.#progress('stores', 0, projects.length);
    const before = this.#missing.length;
    const used = await this.#usedStores(source, projects);
    const { stores, damage } = await recoverStores(source, used);
    const known = new Set(this.#missing);
    for (const [object, reason] of damage) {
      const sentence = lostPack(object, reason);
      if (!known.has(sentence)) this.#missing.splice(before, 0, sentence);
    }
    // An unused store has no file and no commit; the service creates it when it is needed.
    const unused = projects.filter(({ store }) => !used.includes(store));
    const byStore = new Map([
      ...stores.map((each) => [each.store, each] as const),
      ...unused.map(({ store }) => [store, { store, timeMs: Date.now(), problem: undefined }] as const),
    ]);
    const recovered: RecoveredProject[] = [];
    for (const { id, store } of projects) {
      const found = byStore.get(store);
      const files = found?.timeMs === undefined ? 0 : await this.#recoverFiles(source, { id, store });
      recovered.push({
        id,
        store,
        timeMs: found?.timeMs,
        rows:
          found?.timeMs === undefined || !existsSync(this.#paths.store(store))
            ? 0
            : countRows(this.#paths.store(store)),
        files,
      });
      if (found?.timeMs === undefined) {
        rmSync(this.#paths.store(store), { force: true });
        this.#missing.push(`Project ${id} is missing: ${found?.problem}.`);
      } else if (found.problem !== undefined) {
        this.#missing.push(`Project ${id} is as of ${iso(found.timeMs)}: ${found.problem}.`);
      }
      this.#progress('files', recovered.length, projects.length);
    }
    return recovered;
  }

  async #usedStores(source: StoresSource, projects: readonly Project[]): Promise<readonly string[]> {
    const name = objectNames.stores(source.generation.id);
    let named: readonly unknown[] | undefined;
    try {
      named = JSON.parse((await openObject(source, name)).toString('utf8'));
    } catch (error) {
      if (!(error instanceof DamagedObject)) throw error;
      this.#missing.push(`It cannot be told which projects had been used: ${error.message}.`);
    }
    const stores = projects.map(({ store }) => store);
    return named === undefined ? stores : stores.filter((store) => this.#known.has(store) || named.includes(store));
  }

  async #recoverFiles(source: StoresSource, { id, store }: Project): Promise<number> {
    if (!existsSync(this.#paths.store(store))) return 0;
    const { files, missing } = await recoverFiles({ ...source, generationId: source.generation.id }, store);
    for (const file of missing) this.#missing.push(`Project ${id} has no bytes of file ${file.id}: ${file.reason}.`);
    return files;
  }

  async #recoverKey({ id, key }: Generation, sealer: Sealer): Promise<void> {
    const path = join(this.#options.dataDir, 'master.key');
    if (existsSync(path)) return;
    const name = objectNames.masterKey(id);
    const object = key === null ? undefined : await this.#options.place.get(name);
    if (object !== undefined) writeFileSync(path, sealer.open(name, object), { mode: 0o600, flush: true });
    else {
      this.#notes.push(
        'The master key is not in the archive: put the file master.key into the folder, or set SERVICE_MASTER_KEY, before you start the service.',
      );
    }
  }

  /** Stores without a project at the moment, such as those of running restores. */
  #nameStrangers({ images }: FoundGeneration, atMs: number, all: readonly Project[]): void {
    const known = new Set([...all.map(({ store }) => store), ...formerStores(this.#paths.store('control'))]);
    const current = [...imagesAt(images, atMs).keys()].filter((store) => store !== 'control' && !known.has(store));
    if (current.length === 0) return;
    const shown = current.slice(0, 5).join(', ');
    this.#notes.push(
      `Left out: ${current.length} ${current.length === 1 ? 'store' : 'stores'} of no project at this moment (${shown}${current.length > 5 ? ', …' : ''}).`,
    );
  }

  #missingStores(
    all: readonly Project[],
    recovered: readonly RecoveredProject[],
    before: readonly string[] | undefined,
  ): readonly string[] {
    const there = new Set(recovered.filter(({ timeMs }) => timeMs !== undefined).map(({ store }) => store));
    return (before ?? all.map(({ store }) => store)).filter((store) => !there.has(store));
  }

  #progress(step: RecoverProgress['step'], done: number, of: number): void {
    this.#options.onProgress({ step, done, of, bytes: this.#bytes });
  }
}

interface ChosenGeneration {
  readonly found: FoundGeneration;
  readonly generation: Generation;
  /** A newer one that was not chosen because it may lack stores. */
  readonly incomplete: string | undefined;
}

/** The newest complete generation that has the moment; without one, the newest that has it. */
async function chooseGeneration(place: Place, atMs: number, wanted: string | undefined): Promise<ChosenGeneration> {
  const all = await findGenerations(place);
  if (all.length === 0) throw new WrongUse('There is no archive at this place.');
  const candidates = wanted === undefined ? all : all.filter(({ id }) => id === wanted);
  if (candidates.length === 0) throw new WrongUse(`There is no generation ${wanted} at this place; see --list.`);
  const having = candidates.filter(({ images }) => imagesAt(images, atMs).has('control'));
  const newest = having[0]?.id;
  for (const found of [...having.filter(isComplete), ...having.filter((each) => !isComplete(each))]) {
    const generation = await describeGeneration(place, found.id);
    if (generation === undefined) continue;
    return { found, generation, incomplete: found.isComplete && newest !== found.id ? newest : undefined };
  }
  const first = Math.min(
    ...candidates.flatMap(({ images }) =>
      images.filter(({ store }) => store === 'control').map(({ untilMs }) => untilMs),
    ),
  );
  throw new WrongUse(
    Number.isFinite(first)
      ? `The archive has nothing at this moment. Its first moment is ${iso(first)}.`
      : 'The archive has only begun: it has no moment yet.',
  );
}

function isComplete(generation: FoundGeneration): boolean {
  return generation.isComplete;
}

function requireEmpty(dataDir: string): void {
  const others = readdirSync(dataDir).filter(
    (name) => !['lock.db', 'lock.db-journal', 'projects', 'master.key'].includes(name),
  );
  const isEmpty = others.length === 0 && readdirSync(join(dataDir, 'projects')).length === 0;
  if (!isEmpty) throw new WrongUse(`${dataDir} is not empty: recover into a new folder.`);
}

function clearStores(paths: StorePaths): void {
  for (const store of paths.all()) {
    for (const suffix of ['', '-wal', '-shm', '-pending']) rmSync(paths.store(store) + suffix, { force: true });
  }
}

function readProjects(control: string): readonly Project[] {
  const db = new DatabaseSync(control, { readOnly: true });
  try {
    if (!hasTable(db, 'projects')) {
      throw new WrongUse('The archive has only begun: the service had not created its tables at this moment.');
    }
    const rows = db.prepare('SELECT id, store FROM projects ORDER BY id').all();
    return rows.map((row) => ({ id: String(row['id']), store: String(row['store']) }));
  } finally {
    db.close();
  }
}

/** Stores that projects had before a restore, or before they were deleted. */
function formerStores(control: string): readonly string[] {
  const db = new DatabaseSync(control, { readOnly: true });
  try {
    const rows = db.prepare('SELECT former AS store FROM former_stores UNION SELECT store FROM deleted_projects').all();
    return rows.map((row) => String(row['store']));
  } finally {
    db.close();
  }
}

/** The number of rows in a project's tables, as far as they have been counted. */
function countRows(path: string): number {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    // A store at its first moments has no tables yet; the service creates them when it opens it.
    if (!hasTable(db, '_table_stats')) return 0;
    const row = db.prepare('SELECT COALESCE(SUM(table_rows), 0) AS rows FROM _table_stats').get();
    return Number(row?.['rows'] ?? 0);
  } finally {
    db.close();
  }
}

function hasTable(db: DatabaseSync, name: string): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;
}

function lostPack(object: string, reason: string): string {
  return `Commits may be missing: ${reason.startsWith(object) ? reason : `${object}: ${reason}`}.`;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
