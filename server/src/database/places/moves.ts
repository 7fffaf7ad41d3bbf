import { type Clock, isoTime } from '../../platform/clock.ts';
import { createInTurn } from '../../platform/in-turn.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Database, PlainStep, StoreName } from '../database.ts';
import { isNotApplied } from '../errors.ts';
import type { LiveProcesses } from '../live-processes.ts';
import { type MoveRow, type PlacesStore, STEPS } from './places-store.ts';
import type { RegisteredDatabases } from './registered-databases.ts';
import type { StoreMove, StoreMover } from './store-mover.ts';

/** How long the copy in the old database is kept. */
const KEPT_MS = 24 * 60 * 60 * 1000;
const LOOK_MS = 5000;
const GIVEN_UP = 'The process that was moving the project ended. Nothing was changed; try again.';
const FAILED = 'The project could not be moved. Nothing was changed; try again.';

export interface MovesOptions {
  readonly primary: Database;
  readonly store: PlacesStore;
  readonly registered: RegisteredDatabases;
  readonly mover: StoreMover;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface MovesDependencies {
  readonly processes: Pick<LiveProcesses, 'id' | 'gone'>;
  readonly drop: (store: StoreName) => Promise<void>;
  /** The last steps of a move, which announce the new place of a store to all processes. */
  readonly announceSteps: (store: StoreName) => readonly PlainStep[];
}

/** The source database alone decides whether a store has moved; the control store follows. */
export class StoreMoves {
  readonly #options: MovesOptions;
  /** Waiting writes of a store that is being copied hold connections, so this process copies one store at a time. */
  readonly #inTurn = createInTurn();
  readonly #running = new Map<string, Promise<unknown>>();
  #dependencies: MovesDependencies | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(options: MovesOptions) {
    this.#options = options;
  }

  start(dependencies: MovesDependencies): void {
    this.#dependencies = dependencies;
    this.#lookLater();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#looking;
    clearTimeout(this.#timer);
    await Promise.all(this.#running.values());
  }

  /** Runs a move that has been recorded as running. Resolves when it has ended, and never rejects. */
  run(row: MoveRow): Promise<void> {
    const running = this.#inTurn('moves', () => this.#run(row)).finally(() => this.#running.delete(row.id));
    this.#running.set(row.id, running);
    return running;
  }

  /** Completes a move that has already happened, for a request that no longer finds the store in its old place. */
  async settleFor(store: StoreName): Promise<void> {
    const row = await this.#options.store.runningMoveOf(store);
    if (row === undefined) return;
    const isMoved = await this.#options.mover.settle(this.#asked(row), async () => undefined);
    if (isMoved) await this.#finish(row, null);
  }

  async #run(row: MoveRow): Promise<void> {
    const { mover, store } = this.#options;
    let bytes: number | null = null;
    try {
      // Opening it also checks that it is the database that was registered.
      await this.#options.registered.get(row.target);
      bytes = await mover.move(
        this.#asked(row),
        async () => (await store.runningMoveOf(row.store as StoreName))?.id === row.id,
      );
    } catch (error) {
      this.#warn(error);
    }
    try {
      if (bytes === null) await this.#settle(row, FAILED);
      else await this.#finish(row, bytes);
    } catch (error) {
      this.#warn(error);
    }
  }

  /** Ends a move with an unknown outcome, which the source determines. */
  async #settle(row: MoveRow, reason: string): Promise<void> {
    const { primary, store, mover, registered, clock } = this.#options;
    const end = { error: reason, ended_at: isoTime(clock.now()) };
    const isMoved = await mover.settle(this.#asked(row), async () => {
      // No other move of the store can run now, so this deletes only an unused copy in the target.
      await mover.discardCopy(registered.urlOf(row.target), row.store as StoreName).catch(this.#warn);
      await primary.write('control', [store.failMoveStep(row.id, end)]).catch(ignoreEnded);
    });
    if (isMoved) await this.#finish(row, null);
  }

  async #finish(row: MoveRow, bytes: number | null): Promise<void> {
    const { primary, store, clock } = this.#options;
    const now = clock.now();
    const end = { bytes, ended_at: isoTime(now), kept_until: isoTime(now + KEPT_MS) };
    const announce = this.#dependencies?.announceSteps(row.store as StoreName) ?? [];
    await primary.write('control', [...store.finishMoveSteps(row, end), ...announce]).catch(ignoreEnded);
    // The project may have been deleted, or restored into another store, while its old store was copied.
    if (!(await store.hasProject(row.store as StoreName))) await this.#dependencies?.drop(row.store as StoreName);
  }

  #asked({ id, store, source, target }: MoveRow): StoreMove {
    const { registered } = this.#options;
    return { id, store: store as StoreName, from: registered.urlOf(source), to: registered.urlOf(target) };
  }

  readonly #warn = (error: unknown): void => {
    this.#options.logger.warn({ err: { message: String(error) } }, 'Moving a project failed.');
  };

  #lookLater(): void {
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().finally(() => this.#lookLater());
    }, LOOK_MS).unref();
  }

  async #look(): Promise<void> {
    if (!this.#options.registered.areSeveral) return;
    try {
      await this.#recover();
      await this.#discardOld();
    } catch (error) {
      this.#warn(error);
    }
  }

  async #recover(): Promise<void> {
    const { store } = this.#options;
    const rows = (await store.runningMoves()).filter(({ id }) => !this.#running.has(id));
    const processes = this.#dependencies?.processes;
    if (rows.length === 0 || processes === undefined) return;
    const gone = new Set([processes.id, ...(await processes.gone(rows.map(({ process }) => process)))]);
    for (const row of rows) if (gone.has(row.process)) await this.#settle(row, GIVEN_UP);
  }

  async #discardOld(): Promise<void> {
    const { store, clock } = this.#options;
    for (const row of await store.keptMoves({ until: isoTime(clock.now()) })) await this.discardKept(row);
  }

  async discardKept({ id, store, source }: MoveRow): Promise<void> {
    const { primary, mover, registered } = this.#options;
    await mover.discardKept({ id, store: store as StoreName, from: registered.urlOf(source) });
    await primary.write('control', [this.#options.store.forgetKeptStep(id)]);
  }
}

/** Ignores that another process has already ended the move in the same way. */
function ignoreEnded(error: unknown): void {
  if (!isNotApplied(error, STEPS.running)) throw error;
}
