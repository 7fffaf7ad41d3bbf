import type { StoreName } from '../../../../database/index.ts';
import { isDatabaseFailure } from '../../../../database/index.ts';
import type { DueStores } from '../../../../jobs/index.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { inBackground } from '../../../../platform/in-background.ts';
import { freePlaces, isQuiet, nextStore, type StoreTurns } from './job-turns.ts';

/** Poll interval for jobs that another process enqueued or left behind. */
const POLL_MS = 1000;
const POLLED_MAX = 256;
const QUIET_MS = 1000;
const TIMER_MS_MAX = 60_000;
const AFTER_FAILURE_MS = 1000;

export interface DispatchedWork {
  /** The promises resolve when their jobs have left this process, and never reject. Undefined: no project. */
  start(store: StoreName, limit: number): Promise<readonly Promise<void>[] | undefined>;
  /** When the next job may start; undefined when no job waits or runs. */
  nextStartMs(store: StoreName): Promise<number | undefined>;
  renew(store: StoreName): Promise<void>;
}

export interface DispatcherOptions {
  readonly work: DispatchedWork;
  readonly dueStores: DueStores;
  readonly clock: Clock;
  readonly isShared: boolean;
  readonly renewEveryMs: number;
  readonly onError: (error: unknown) => void;
}

interface Store extends StoreTurns {
  dueAtMs: number | undefined;
  quietTimer: NodeJS.Timeout | undefined;
}

/** Starts due jobs of all projects, taking turns between projects. Projects without jobs cost nothing. */
export class JobDispatcher {
  readonly #options: DispatcherOptions;
  readonly #stores = new Map<StoreName, Store>();
  readonly #underWay = new Set<Promise<unknown>>();
  #running = 0;
  #isStarted = false;
  #isStopped = false;
  #isScheduled = false;
  #timer: NodeJS.Timeout | undefined;
  #polling: NodeJS.Timeout | undefined;
  #renewing: NodeJS.Timeout | undefined;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  wake(name: StoreName, atMs: number): void {
    if (this.#isStopped) return;
    const store = this.#store(name);
    store.dueAtMs = Math.min(atMs, store.dueAtMs ?? atMs);
    this.#schedule();
  }

  async forget(name: StoreName): Promise<void> {
    this.#drop(name);
    await this.#options.dueStores.drop(name);
  }

  async start(): Promise<void> {
    const { isShared, renewEveryMs } = this.#options;
    this.#isStarted = true;
    if (!isShared) return await this.#wantAll();
    this.#renewing = setInterval(() => this.#renewLeases(), renewEveryMs).unref();
    await this.#poll();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#polling);
    for (const { quietTimer } of this.#stores.values()) clearTimeout(quietTimer);
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
    clearInterval(this.#renewing);
  }

  /** For tests: runs all due jobs and the jobs that these enqueue. False when no job ran. */
  async runUntilIdle(): Promise<boolean> {
    await this.#wantAll();
    for (let hasRun = false; ; ) {
      this.#startDue();
      if (this.#underWay.size === 0) return hasRun;
      while (this.#underWay.size > 0) {
        hasRun ||= this.#stores.values().some(({ running }) => running > 0);
        await Promise.all(this.#underWay);
      }
    }
  }

  #store(name: StoreName): Store {
    const known = this.#stores.get(name);
    if (known !== undefined) return known;
    const turns = { store: name, running: 0, isWanted: false, isStarting: false };
    const store: Store = { ...turns, dueAtMs: undefined, quietTimer: undefined };
    this.#stores.set(name, store);
    return store;
  }

  #want(store: Store): void {
    store.isWanted = true;
    clearTimeout(store.quietTimer);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled || !this.#isStarted || this.#isStopped) return;
    this.#isScheduled = true;
    inBackground(() =>
      setImmediate(() => {
        this.#isScheduled = false;
        if (this.#isStopped) return;
        this.#startDue();
        this.#setTimer();
      }),
    );
  }

  #startDue(): void {
    const nowMs = this.#options.clock.now();
    for (const store of this.#stores.values()) {
      if (store.dueAtMs === undefined || store.dueAtMs > nowMs) continue;
      store.isWanted = true;
      store.dueAtMs = undefined;
    }
    for (;;) {
      const next = nextStore(this.#stores.values(), this.#running);
      if (next === undefined) return;
      this.#track(this.#takeTurn(next));
    }
  }

  /** Moves a store to the end of the line and starts as many of its jobs as places are free. */
  async #takeTurn(store: Store): Promise<void> {
    clearTimeout(store.quietTimer);
    this.#stores.delete(store.store);
    this.#stores.set(store.store, store);
    store.isStarting = true;
    store.isWanted = false;
    try {
      const started = await this.#startJobs(store);
      if (started === 'all_places') store.isWanted = true;
      else this.#wakeAt(store, await this.#nextAtMs(store, started));
    } catch (error) {
      if (isDatabaseFailure(error, 'dropped')) return await this.forget(store.store).catch(this.#options.onError);
      this.#options.onError(error);
      this.#wakeAt(store, this.#options.clock.now() + AFTER_FAILURE_MS);
    } finally {
      store.isStarting = false;
    }
    this.#settleSoon(store);
    this.#schedule();
  }

  async #nextAtMs({ store }: Store, started: 'all_due' | 'no_project'): Promise<number | undefined> {
    const nextMs = await this.#options.work.nextStartMs(store);
    if (nextMs === undefined || started === 'all_due') return nextMs;
    return Math.max(nextMs, this.#options.clock.now() + AFTER_FAILURE_MS);
  }

  async #startJobs(store: Store): Promise<'all_places' | 'all_due' | 'no_project'> {
    const limit = freePlaces(store, this.#running);
    // Reserve the places before reading, so that no other store gets them meanwhile.
    this.#running += limit;
    let started: readonly Promise<void>[] | undefined;
    try {
      started = await this.#options.work.start(store.store, limit);
    } finally {
      this.#running -= limit - (started?.length ?? 0);
    }
    if (started === undefined) return 'no_project';
    store.running += started.length;
    for (const ended of started) this.#track(ended.then(() => this.#leave(store)));
    return started.length === limit ? 'all_places' : 'all_due';
  }

  #leave(store: Store): void {
    this.#running -= 1;
    store.running -= 1;
    this.#want(store);
  }

  #wakeAt(store: Store, atMs: number | undefined): void {
    if (atMs === undefined) return;
    // Wait a moment before checking due jobs that could not start: another process may hold them.
    const soonest = this.#options.clock.now() + 1;
    store.dueAtMs = Math.min(Math.max(atMs, soonest), store.dueAtMs ?? Number.POSITIVE_INFINITY);
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    let nextMs = Number.POSITIVE_INFINITY;
    for (const { dueAtMs } of this.#stores.values()) if (dueAtMs !== undefined) nextMs = Math.min(nextMs, dueAtMs);
    if (nextMs === Number.POSITIVE_INFINITY) return;
    const delayMs = Math.min(Math.max(nextMs - this.#options.clock.now(), 1), TIMER_MS_MAX);
    this.#timer = setTimeout(() => this.#schedule(), delayMs).unref();
  }

  /** Records when the store is due next, once it has been idle for a while. */
  #settleSoon(store: Store): void {
    clearTimeout(store.quietTimer);
    if (!isQuiet(store) || this.#isStopped) return;
    store.quietTimer = setTimeout(() => {
      if (isQuiet(store)) this.#track(this.#settle(store).catch(this.#options.onError));
    }, QUIET_MS).unref();
  }

  async #settle(store: Store): Promise<void> {
    const { dueStores, work } = this.#options;
    const note = await dueStores.find(store.store);
    const nextMs = await work.nextStartMs(store.store);
    if (note !== undefined) await dueStores.move(note, nextMs);
    if (nextMs === undefined && isQuiet(store) && store.dueAtMs === undefined) this.#stores.delete(store.store);
  }

  #drop(name: StoreName): void {
    clearTimeout(this.#stores.get(name)?.quietTimer);
    this.#stores.delete(name);
  }

  async #poll(): Promise<void> {
    const { dueStores, onError } = this.#options;
    try {
      for (const { store } of await dueStores.due(POLLED_MAX)) this.#want(this.#store(store));
    } catch (error) {
      onError(error);
    }
    if (!this.#isStopped) this.#polling = setTimeout(() => this.#track(this.#poll()), POLL_MS).unref();
  }

  async #wantAll(): Promise<void> {
    for (const store of await this.#options.dueStores.all()) this.#want(this.#store(store));
  }

  #renewLeases(): void {
    const { work, onError } = this.#options;
    for (const { store, running } of this.#stores.values())
      if (running > 0) this.#track(work.renew(store).catch(onError));
  }

  #track(task: Promise<unknown>): void {
    const tracked: Promise<unknown> = task.finally(() => this.#underWay.delete(tracked));
    this.#underWay.add(tracked);
  }
}
