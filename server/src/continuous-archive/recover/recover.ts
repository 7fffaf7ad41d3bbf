import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderSync } from '../../platform/make-folder.ts';
import type { Generation } from '../format/generation.ts';
import { objectNames } from '../format/names.ts';
import { DamagedObject, type Sealer } from '../format/sealer.ts';
import type { Place } from '../place/place.ts';
import { createStorePaths, type StorePaths } from '../store-paths.ts';
import { chooseGenerations, type OpenedGeneration } from './choose-generations.ts';
import type { FoundGeneration } from './find-generations.ts';
import { holdFolder } from './hold-folder.ts';
import { noteWork } from './note-work.ts';
import { ObjectOpener } from './object-opener.ts';
import { countRows, formerStores, type Project, readProjects } from './read-stores.ts';
import { recoverFiles } from './recover-files.ts';
import { imagesAt, type RecoveredStore, recoverStores, type StoresSource, storesInPacks } from './recover-stores.ts';
import { type RecoveryMark, readMark, removeMark, writeMark } from './recovery-mark.ts';
import { openObject } from './write-image.ts';
import { UnusableArchive, WrongUse } from './wrong-use.ts';

export interface RecoverOptions {
  readonly place: Place;
  readonly passphrase: string | undefined;
  readonly dataDir: string;
  readonly atMs: number | undefined;
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
  readonly timeMs: number | undefined;
  readonly rows: number;
  readonly files: number;
}

export interface RecoverReport {
  readonly generation: Generation;
  readonly controlTimeMs: number;
  readonly projects: readonly RecoveredProject[];
  readonly notAsked: readonly string[];
  readonly missing: readonly string[];
  readonly notes: readonly string[];
}

interface RecoveredControl {
  readonly timeMs: number | undefined;
  readonly problem: string | undefined;
  readonly missing: readonly string[];
  readonly seen: ReadonlySet<string>;
  readonly others: readonly RecoveredStore[];
}

interface BegunRecovery {
  readonly source: StoresSource;
  readonly generation: Generation;
  readonly controlTimeMs: number;
  readonly all: readonly Project[];
  readonly recovered: readonly RecoveredStore[];
}

/** Creates a data directory from an archive. Throws `WrongUse`, `WrongPassphrase`, `UnusableArchive`. */
export async function recover(options: RecoverOptions): Promise<RecoverReport> {
  const { dataDir } = options;
  makeFolderSync(dataDir);
  // Before anything is put into a folder that belongs to something else.
  if (readMark(dataDir) === undefined) requireEmpty(dataDir);
  makeFolderSync(join(dataDir, 'projects'));
  const folder = holdFolder(dataDir);
  const recovery = new Recovery(options);
  try {
    return await recovery.run();
  } finally {
    await recovery.close();
    folder.close();
  }
}

class Recovery {
  readonly #options: RecoverOptions;
  readonly #paths: StorePaths;
  readonly #missing: string[] = [];
  readonly #notes: string[] = [];
  readonly #openers: ObjectOpener[] = [];
  #known = new Set<string>();
  #bytes = 0;

  constructor(options: RecoverOptions) {
    this.#options = options;
    this.#paths = createStorePaths(options.dataDir);
  }

  async run(): Promise<RecoverReport> {
    const { dataDir } = this.#options;
    const mark = readMark(dataDir);
    const added = mark?.state === 'partial' ? mark : undefined;
    if (mark === undefined) requireEmpty(dataDir);
    const begun = added === undefined ? await this.#begin() : await this.#goOn(added);
    const { source, generation, controlTimeMs, all } = begun;
    const projects = this.#choose(all, added?.missing);
    const recovered = await this.#recoverProjects(begun, projects);
    const used = recovered.map(({ store }) => store).filter((store) => existsSync(this.#paths.store(store)));
    noteWork(this.#paths.store('control'), used);
    await this.#recoverKey(generation, source.sealer);
    if (added === undefined) this.#nameStrangers(source.generation, source.atMs, all);
    const missing = this.#missingStores(all, recovered, added?.missing);
    if (missing.length === 0) removeMark(dataDir);
    else writeMark(dataDir, { ...markOf(begun), state: 'partial', missing });
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

  async close(): Promise<void> {
    await Promise.all(this.#openers.map((opener) => opener.close()));
  }

  async #begin(): Promise<BegunRecovery> {
    const atMs = this.#options.atMs ?? Number.POSITIVE_INFINITY;
    const unusable: string[] = [];
    for await (const each of this.#generations(atMs, this.#options.generation)) {
      if ('problem' in each) {
        unusable.push(each.problem);
        continue;
      }
      const source = this.#sourceOf(each, atMs);
      const begun = { source, generation: each.generation };
      writeMark(this.#options.dataDir, { ...markOf(begun), state: 'running', missing: [] });
      const control = await this.#recoverControl(source);
      const all = control.timeMs === undefined ? undefined : readProjects(this.#paths.store('control'));
      if (control.timeMs === undefined || all === undefined) {
        const reason = control.timeMs === undefined ? control.problem : 'the service had not created its tables yet';
        unusable.push(`The control store cannot be recovered from generation ${each.found.id}: ${reason}.`);
        await source.opener.close();
        continue;
      }
      this.#noteKnown(source, control.seen);
      this.#missing.push(...unusable, ...each.missing, ...control.missing);
      this.#notes.push(...each.notes);
      return { ...begun, all, controlTimeMs: control.timeMs, recovered: control.others };
    }
    throw new UnusableArchive(unusable.join(' '));
  }

  async #goOn(mark: RecoveryMark): Promise<BegunRecovery> {
    const markedMs = mark.at === null ? Number.POSITIVE_INFINITY : Date.parse(mark.at);
    const atMs = this.#options.atMs ?? markedMs;
    for await (const each of this.#generations(atMs, this.#options.generation ?? mark.generation)) {
      if ('problem' in each) throw new UnusableArchive(each.problem);
      const source = this.#sourceOf(each, atMs);
      this.#noteKnown(source, await storesInPacks(source));
      const all = readProjects(this.#paths.store('control')) ?? [];
      return { source, generation: each.generation, controlTimeMs: atMs, all, recovered: [] };
    }
    throw new UnusableArchive(`Generation ${mark.generation} is no longer at this place.`);
  }

  #generations(atMs: number, id: string | undefined): ReturnType<typeof chooseGenerations> {
    const { place, passphrase } = this.#options;
    return chooseGenerations(place, { atMs, passphrase, id });
  }

  #sourceOf({ found, sealer }: OpenedGeneration, atMs: number): StoresSource {
    const onBytes = (bytes: number): void => {
      this.#bytes += bytes;
    };
    const opener = new ObjectOpener(sealer);
    this.#openers.push(opener);
    return { place: this.#options.place, sealer, opener, generation: found, paths: this.#paths, atMs, onBytes };
  }

  /** With all other stores, unless the caller has chosen projects: the packs are read only once. */
  async #recoverControl(source: StoresSource): Promise<RecoveredControl> {
    this.#progress('control', 0, 1);
    clearStores(this.#paths);
    const isWhole = this.#options.projects.length === 0;
    const wanted = isWhole ? livingStores(source.generation, source.atMs) : [];
    const { stores, damage, seen } = await recoverStores(source, [...new Set(['control', ...wanted])]);
    const [control] = stores.filter(({ store }) => store === 'control');
    const { timeMs, problem } = control ?? { timeMs: undefined, problem: undefined };
    const missing = [...damage].map(([object, reason]) => lostPack(object, reason));
    if (timeMs !== undefined && problem !== undefined) {
      missing.push(`The control store is as of ${iso(timeMs)}: ${problem}.`);
    }
    this.#progress('control', 1, 1);
    return { timeMs, problem, missing, seen, others: stores.filter((each) => each !== control) };
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

  async #recoverProjects(
    { source, recovered: already }: BegunRecovery,
    projects: readonly Project[],
  ): Promise<readonly RecoveredProject[]> {
    this.#progress('stores', 0, projects.length);
    const before = this.#missing.length;
    const used = await this.#usedStores(source, projects);
    const there = new Map(already.map((each) => [each.store, each]));
    const left = used.filter((store) => !there.has(store));
    const { stores, damage } = await recoverStores(source, left);
    const known = new Set(this.#missing);
    for (const [object, reason] of damage) {
      const sentence = lostPack(object, reason);
      if (!known.has(sentence)) this.#missing.splice(before, 0, sentence);
    }
    // An unused store has no file and no commit; the service creates it when it is needed.
    const unused = projects.filter(({ store }) => !used.includes(store));
    const byStore = new Map([
      ...[...already, ...stores].map((each) => [each.store, each] as const),
      ...unused.map(({ store }) => [store, { store, timeMs: Date.now(), problem: undefined }] as const),
    ]);
    this.#removeStrangers(already, new Set(used));
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

  /** Stores that no project of the moment has were recovered before the control store could name its projects. */
  #removeStrangers(recovered: readonly RecoveredStore[], used: ReadonlySet<string>): void {
    for (const { store } of recovered) {
      if (!used.has(store)) rmSync(this.#paths.store(store), { force: true });
    }
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

  #nameStrangers(generation: FoundGeneration, atMs: number, all: readonly Project[]): void {
    const known = new Set([...all.map(({ store }) => store), ...formerStores(this.#paths.store('control'))]);
    const current = livingStores(generation, atMs).filter((store) => store !== 'control' && !known.has(store));
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

/** Stores that existed at the moment. One that the control store names nevertheless is recovered after it. */
function livingStores({ images, dropped }: FoundGeneration, atMs: number): readonly string[] {
  return [...imagesAt(images, atMs).keys()].filter((store) => (dropped.get(store) ?? Number.POSITIVE_INFINITY) > atMs);
}

function markOf({
  source,
  generation,
}: Pick<BegunRecovery, 'source' | 'generation'>): Pick<RecoveryMark, 'generation' | 'at'> {
  return { generation: generation.id, at: Number.isFinite(source.atMs) ? iso(source.atMs) : null };
}

function requireEmpty(dataDir: string): void {
  const others = readdirSync(dataDir).filter(
    (name) => !['lock.db', 'lock.db-journal', 'projects', 'master.key'].includes(name),
  );
  const projects = join(dataDir, 'projects');
  if (others.length > 0 || (existsSync(projects) && readdirSync(projects).length > 0))
    throw new WrongUse(`${dataDir} is not empty: recover into a new folder.`);
}

function clearStores(paths: StorePaths): void {
  for (const store of paths.all()) {
    for (const suffix of ['', '-wal', '-shm', '-pending']) rmSync(paths.store(store) + suffix, { force: true });
  }
}

function lostPack(object: string, reason: string): string {
  return `Commits may be missing: ${reason.startsWith(object) ? reason : `${object}: ${reason}`}.`;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
