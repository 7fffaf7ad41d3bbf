import { existsSync } from 'node:fs';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { objectNames } from '../format/names.ts';
import type { Place } from '../place/place.ts';
import { createStorePaths, isProjectStore, type StorePaths } from '../store-paths.ts';
import { type ArchiverParts, createArchiverParts } from './archiver-parts.ts';
import { BackgroundWork } from './background-work.ts';
import {
  type BegunGeneration,
  beginGeneration,
  endGeneration,
  findGeneration,
  hasRebooted,
  noteBoot,
} from './begin-generation.ts';
import { failuresOf } from './failures-of.ts';
import { figuresOf } from './figures.ts';
import { keepBlob, noteDeleted, tidyLinks } from './file-keeper.ts';
import { ImageQueue } from './image-queue.ts';
import { PlaceCalls } from './place-calls.ts';
import type { ArchiverData, ArchiverTask, FromArchiver, ToArchiver } from './protocol.ts';
import { StateStore } from './state-store.ts';
import type { StoreFiles } from './store-files.ts';
import { StoreLogs } from './store-logs.ts';

/** Longer than the engine keeps idle stores open. */
const IDLE_MS = 70_000;
const RETENTION_MS = 10 * 60_000;
const FIGURES_MS = 1000;
const CONTROL = 'control';

export interface ArchiverOptions {
  readonly data: ArchiverData;
  readonly place: Place;
  readonly files: StoreFiles;
  readonly send: (message: FromArchiver) => void;
  readonly onLost: () => void;
}

type NotedCommits = Extract<ToArchiver, { op: 'commits' }>;
type NotedBlobs = Extract<ToArchiver, { op: 'blobs' }>;

export class Archiver {
  readonly #data: ArchiverData;
  readonly #onLost: () => void;
  readonly #send: (message: FromArchiver) => void;
  readonly #paths: StorePaths;
  readonly #state: StateStore;
  readonly #logs: StoreLogs;
  readonly #place: PlaceCalls;
  readonly #stopping = new AbortController();
  readonly #background = new BackgroundWork({
    stopped: this.#stopping.signal,
    onFailure: (error) => this.#report(error),
  });
  readonly #run = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
  /** The time of each store's first commit that has not been taken. */
  readonly #dirty = new Map<string, number>();
  readonly #lastCommits = new Map<string, number>();
  readonly #imageQueue = new ImageQueue();
  #running: ArchiverParts | undefined;
  #toMs: number | undefined;
  /** The thread has heard of every change that was acknowledged before this time. */
  #heardMs: number | undefined;
  /** Whether the files of the last run have been compared with their rows. */
  #isStarted = false;
  #isTaking = false;
  /** Why the log of a store could not be read since the last settling began. */
  #takeFailure: unknown;

  constructor({ data, place, files, send, onLost }: ArchiverOptions) {
    this.#onLost = onLost;
    this.#data = data;
    this.#send = send;
    this.#paths = createStorePaths(data.dataDir);
    this.#state = new StateStore(data.dataDir);
    this.#place = new PlaceCalls(place, this.#stopping.signal, () => undefined);
    this.#logs = new StoreLogs({ paths: this.#paths, files, state: this.#state, isUnsure: hasRebooted(this.#state) });
  }

  /** Resolves once no later commit can get lost; the place need not be reachable. */
  async start(): Promise<void> {
    const noted = this.#paths.noted();
    for (const store of noted) this.#logs.keep(store);
    const found = await findGeneration(this.#data, this.#state);
    if (found === undefined) {
      endGeneration(this.#state);
    } else {
      this.#begin(found);
      for (const store of noted) {
        this.#lastCommits.set(store, Date.now());
        this.#dirty.set(store, Date.now());
        this.#takeDirty(store, true);
      }
      this.#dropMissing();
      this.#running?.packs.flush();
    }
    // A run that ends earlier leaves it to the next one to find what a power cut took.
    noteBoot(this.#state);
    this.#tell();
    this.#background.every(FIGURES_MS, async () => this.#tell());
    this.#background.start(this.#goOn(found, noted));
  }

  noteCommits({ stores, sinceMs, atMs }: NotedCommits): void {
    this.#heardMs = atMs;
    for (const store of stores) {
      if (!this.#dirty.has(store)) this.#dirty.set(store, sinceMs);
      this.#lastCommits.set(store, Date.now());
      this.#logs.keep(store);
    }
  }

  async noteBlobs({ kept, deleted, atMs }: NotedBlobs): Promise<void> {
    if (!this.#data.hasFiles) return;
    for (const { group, id } of kept) {
      if (isProjectStore(group)) await keepBlob(this.#state, this.#paths, { group, id, atMs });
    }
    noteDeleted(this.#state, deleted);
  }

  async perform(task: ArchiverTask): Promise<void> {
    switch (task.op) {
      case 'hold':
        return this.#hold(task.store);
      case 'take_all':
        // A recovery must not look for a store that has never been used.
        return existsSync(this.#paths.store(task.store)) ? this.#takeAll(task.store) : undefined;
      case 'drop':
        return this.#drop(task.store);
      case 'close':
        return this.#close(task.store);
      case 'settle':
        return await this.#settle();
      case 'finish':
        return await this.#finish(task.withinMs);
    }
  }

  #begin(generation: BegunGeneration): void {
    const running = createArchiverParts(generation, {
      data: this.#data,
      run: this.#run,
      state: this.#state,
      paths: this.#paths,
      logs: this.#logs,
      place: this.#place,
      imageQueue: this.#imageQueue,
      onError: (error) => this.#report(error),
    });
    this.#running = running;
    this.#logs.begin(running.packs);
    for (const store of this.#state.storesWithoutImage()) this.#imageQueue.require(store);
  }

  async #goOn(found: BegunGeneration | undefined, noted: readonly string[]): Promise<void> {
    if (found === undefined) {
      const context = { state: this.#state, paths: this.#paths, place: this.#place };
      this.#begin(await beginGeneration(this.#data, context));
    } else {
      await this.#requirePlace(found);
      await tidyLinks(this.#state);
      for (const store of noted) if (this.#data.hasFiles && store !== CONTROL) this.#running?.files.reconcile(store);
    }
    this.#isStarted = true;
    this.#running?.storeList.update();
    this.#background.every((this.#data.seconds * 1000) / 2, () => this.#take());
    this.#background.every(RETENTION_MS, () => this.#keepOnly());
    this.#wake();
  }

  /** When the place was emptied, the archiver must restart with a new generation. */
  async #requirePlace({ id }: BegunGeneration): Promise<void> {
    if ((await this.#place.get(objectNames.generation(id))) !== undefined) return;
    endGeneration(this.#state);
    this.#send({ op: 'warning', message: 'The archive is no longer at its place, so a new generation begins.' });
    this.#onLost();
  }

  async #take(): Promise<void> {
    if (this.#isTaking) return;
    this.#isTaking = true;
    try {
      for (const store of [...this.#dirty.keys()]) {
        if (store !== CONTROL) this.#takeDirty(store);
        await nextTurn();
      }
      this.#running?.packs.flush();
      this.#takeControl();
      this.#askForIdle();
    } finally {
      this.#isTaking = false;
    }
    this.#wake();
  }

  /** A control store's commit may name a new store, so it waits for images, but only half the promised time. */
  #takeControl(): void {
    const sinceMs = this.#dirty.get(CONTROL);
    if (sinceMs === undefined) return;
    const isEarly = Date.now() - sinceMs < (this.#data.seconds * 1000) / 2;
    if (isEarly && this.#imageQueue.neededSinceMs() !== Number.POSITIVE_INFINITY) return;
    this.#takeDirty(CONTROL);
    this.#running?.packs.flush();
  }

  /** A store whose log cannot be read stays dirty, and does not hold up the others. */
  #takeDirty(store: string, isWhole = false): void {
    if (!this.#dirty.has(store)) return;
    try {
      this.#takeOne(store, isWhole);
      this.#dirty.delete(store);
    } catch (error) {
      this.#takeFailure = error;
      this.#report(error);
    }
  }

  #takeOne(store: string, isWhole: boolean): void {
    this.#logs.take(store, { isWhole });
    this.#noteNeed(store);
  }

  #noteNeed(store: string): void {
    const state = this.#logs.find(store);
    if (state !== undefined && (state.needsImage || state.imageCommits < 0)) this.#imageQueue.require(store);
  }

  /** Takes what there is by then, so that little is left for `#takeAll`, which holds up the store's writes. */
  #hold(store: string): void {
    this.#logs.hold(store);
    this.#takeDirty(store);
    this.#running?.packs.flush();
    this.#state.sync();
  }

  #takeAll(store: string): void {
    try {
      this.#takeOne(store, true);
      this.#dirty.delete(store);
      this.#running?.packs.flush();
      this.#logs.emptyNotes(store);
    } finally {
      this.#logs.release(store);
    }
  }

  #close(store: string): void {
    this.#takeAll(store);
    this.#lastCommits.delete(store);
    this.#logs.close(store);
  }

  #drop(store: string): void {
    // Moments before the deletion need its last commits, and its log is about to be deleted.
    this.#takeDirty(store, true);
    const commits = this.#logs.find(store)?.commits;
    this.#dirty.delete(store);
    this.#lastCommits.delete(store);
    this.#imageQueue.delete(store);
    this.#logs.forget(store);
    if (commits !== undefined) this.#running?.packs.drop({ store, droppedMs: Date.now() }, commits);
  }

  /** Stores that were deleted while no archiver ran. Nothing has read their last commits. */
  #dropMissing(): void {
    const there = new Set([CONTROL, ...this.#paths.all()]);
    for (const store of this.#state.storeNames().filter((each) => !there.has(each))) {
      if (this.#logs.lose(store)) this.#drop(store);
      else this.#state.forgetStore(store);
    }
  }

  #askForIdle(): void {
    const oldest = Date.now() - IDLE_MS;
    for (const [store, committedMs] of this.#lastCommits) {
      if (committedMs > oldest || this.#imageQueue.has(store)) continue;
      this.#lastCommits.set(store, Date.now());
      this.#send({ op: 'idle', store });
    }
  }

  #wake(): void {
    this.#background.start(this.#makeImages());
    this.#background.start(this.#ship());
    this.#background.start(this.#merge());
  }

  async #merge(): Promise<void> {
    const { merger, packs } = this.#running ?? {};
    if (packs !== undefined) await merger?.run(packs.next);
  }

  async #makeImages(): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    await this.#imageQueue.run({
      stopped: this.#stopping.signal,
      make: (store) => this.#makeImage(running, store),
      isFull: () => running.spool.isFull,
      onFailure: (error) => this.#report(error),
    });
    this.#takeControl();
    await this.#ship();
  }

  /** Also returns true for a store that no longer exists. */
  async #makeImage({ images, files }: ArchiverParts, store: string): Promise<boolean> {
    if (!existsSync(this.#paths.store(store))) {
      this.#logs.forget(store);
      this.#state.forgetStore(store);
      return true;
    }
    const isMade = (await images.make(store)) !== undefined;
    if (this.#data.hasFiles && store !== CONTROL) files.reconcile(store);
    if (!this.#lastCommits.has(store)) this.#lastCommits.set(store, Date.now());
    this.#background.start(this.#ship());
    return isMade;
  }

  async #ship(): Promise<void> {
    await this.#running?.shipper.run(() => this.#imageQueue.neededSinceMs() === Number.POSITIVE_INFINITY);
  }

  async #keepOnly(): Promise<void> {
    this.#running?.storeList.update();
    await this.#running?.retention.run();
    this.#wake();
  }

  #isSettled(): boolean {
    const { packs, shipper } = this.#running ?? {};
    const isTaken = this.#isStarted && this.#dirty.size === 0 && packs?.waitingSinceMs === undefined;
    return isTaken && this.#imageQueue.neededSinceMs() === Number.POSITIVE_INFINITY && shipper?.isIdle === true;
  }

  /** Rejects when a log cannot be read, since that may last. */
  async #settle(): Promise<void> {
    for (;;) {
      this.#stopping.signal.throwIfAborted();
      this.#takeFailure = undefined;
      await this.#take();
      if (this.#takeFailure !== undefined) throw this.#takeFailure;
      if (this.#isSettled()) break;
      await wait(20);
    }
    // Before the answer, so that the caller knows the first moment.
    this.#tell();
  }

  async #finish(withinMs: number): Promise<void> {
    const late = wait(withinMs, undefined, { ref: false });
    await Promise.race([this.#settle().catch((error: unknown) => this.#report(error)), late]);
    this.#stopping.abort();
    // The service makes no more commits, so commits that have been taken need no notes.
    const stores = [...this.#lastCommits.keys()];
    const failures = failuresOf(stores, (store) => this.#takeOne(store, true));
    this.#running?.packs.flush();
    failures.push(
      ...failuresOf(stores, (store) => {
        this.#takeAll(store);
        if (this.#logs.find(store)?.needsImage !== true) this.#logs.close(store);
      }),
    );
    this.#logs.closeAll();
    this.#state.close();
    if (failures.length > 0) throw failures[0];
  }

  #tell(): void {
    const { id, packs, shipper } = this.#running ?? {};
    const waiting = {
      dirty: this.#dirty,
      imagesSinceMs: this.#imageQueue.neededSinceMs(),
      incompleteSinceMs: shipper?.incompleteSinceMs,
      wholeFromMs: shipper?.wholeFromMs,
      packingSinceMs: packs?.waitingSinceMs,
      heardMs: this.#heardMs,
      toMs: this.#toMs,
    };
    const figures = figuresOf(this.#state, this.#place.figures, { generation: id, waiting });
    this.#toMs = figures.toMs;
    this.#send({ op: 'figures', figures });
  }

  #report(error: unknown): void {
    if (this.#stopping.signal.aborted) return;
    const message = error instanceof Error ? error.message : String(error);
    this.#place.figures.errors += 1;
    this.#place.figures.localFailure = message;
    this.#send({ op: 'warning', message });
  }
}
