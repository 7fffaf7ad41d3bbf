import type { DatabaseError, PoolFigures } from '../database.ts';
import { DatabaseFailure } from '../errors.ts';
import { nextInTurn, StoreCounts } from '../store-turns.ts';
import type { Connection } from './connection.ts';
import type { ConnectionKind, Connector } from './connector.ts';

export interface ConnectionPoolOptions {
  readonly connector: Connector;
  readonly kind: ConnectionKind;
  readonly connectionsMax: number;
  readonly perStoreMax: number;
  readonly queuedMax: number;
  readonly queuedPerStoreMax: number;
  readonly waitMs: number;
  /** How a request fails that got no connection in time: what was not sent may be repeated, a slow read should not be. */
  readonly lateKind: 'overloaded' | 'timeout';
  readonly idleMs: number;
  readonly ageMs: number;
  /** A limit below `connectionsMax` that changes. Nothing waits for it longer than three seconds. */
  readonly wantedMax?: () => number;
  /** Called repeatedly while a store without a connection waits because all are taken. */
  readonly onWait?: () => void;
}

interface Waiter {
  readonly store: string;
  readonly since: number;
  readonly timer: NodeJS.Timeout;
  readonly go: (connection: Promise<Connection>) => void;
  readonly fail: (error: DatabaseFailure) => void;
}

const SWEEP_MS = 250;
/** Longest wait for a limit below `connectionsMax`. */
const WANTED_WAIT_MS = 3000;

/** Connections that serve one request at a time. The store with the fewest connections goes first. */
export class ConnectionPool {
  readonly #options: ConnectionPoolOptions;
  readonly #idle: Connection[] = [];
  readonly #running = new StoreCounts();
  readonly #queued = new StoreCounts();
  readonly #sweep: NodeJS.Timeout;
  #waiters: Waiter[] = [];
  #taken = 0;

  constructor(options: ConnectionPoolOptions) {
    this.#options = options;
    this.#sweep = setInterval(() => this.#sweepOut(), SWEEP_MS).unref();
  }

  async use<Result>(store: string, work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const connection = await this.take(store);
    try {
      return await work(connection);
    } finally {
      this.giveBackLater(store, connection);
    }
  }

  /** Gives back a connection whose COMMIT may still be unanswered. The caller's own answer need not wait for that. */
  giveBackLater(store: string, connection: Connection): void {
    if (connection.isClean) this.giveBack(store, connection);
    else void connection.ended.then(() => this.giveBack(store, connection));
  }

  /** The caller must call `giveBack` afterwards. */
  take(store: string): Promise<Connection> {
    if (!this.hasRoomFor(store)) return this.#wait(store);
    this.#count(store);
    return this.#connectionFor(store);
  }

  /** Destroys a connection that is inside a transaction instead of reusing it. */
  giveBack(store: string, connection: Connection | undefined): void {
    if (connection?.isClean === true && connection.isOlderThan(this.#options.ageMs)) void connection.close();
    else if (connection?.isClean === true) {
      connection.idleSince = performance.now();
      this.#idle.push(connection);
    } else connection?.destroy();
    this.#taken -= 1;
    this.#running.add(store, -1);
    this.#letIn();
  }

  figures(): Omit<PoolFigures, 'name'> {
    const { connectionsMax: most, kind } = this.#options;
    const open = this.#taken + this.#idle.length;
    return { open, busy: this.#taken, most, waiting: this.#waiters.length, ...kind.meter };
  }

  /** Connections in use. */
  get taken(): number {
    return this.#taken;
  }

  /** Closes the connection that has been idle for longest. False when none is idle. */
  closeIdle(): boolean {
    const idle = this.#idle.shift();
    idle?.destroy();
    return idle !== undefined;
  }

  /** Closes idle connections; the connector closes those in use. */
  async close(): Promise<void> {
    clearInterval(this.#sweep);
    for (const waiter of this.#waiters.splice(0))
      refuse(waiter, { kind: 'unavailable', message: 'the database is closing' });
    await Promise.all(this.#idle.splice(0).map((connection) => connection.close()));
  }

  hasRoomFor(store: string): boolean {
    return this.#hasConnectionFor(store) && this.#taken < this.#wantedMax();
  }

  isUsedBy(store: string): boolean {
    return this.#running.of(store) > 0;
  }

  /** Whether every connection is taken, above or below the limit that changes. */
  get isFull(): boolean {
    return this.#taken >= this.#options.connectionsMax;
  }

  /** Whether the store may take another connection, if one is left. */
  hasShareFor(store: string): boolean {
    return this.#running.of(store) < this.#options.perStoreMax;
  }

  #hasConnectionFor(store: string): boolean {
    return !this.isFull && this.hasShareFor(store);
  }

  #wantedMax(): number {
    return this.#options.wantedMax?.() ?? this.#options.connectionsMax;
  }

  #mayStart({ store, since }: Waiter): boolean {
    return this.hasRoomFor(store) || (this.#hasConnectionFor(store) && performance.now() - since > WANTED_WAIT_MS);
  }

  #count(store: string): void {
    this.#taken += 1;
    this.#running.add(store, 1);
  }

  async #connection(): Promise<Connection> {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      if (idle.isClean) return idle;
      idle.destroy();
    }
    return await this.#options.connector.connect(this.#options.kind, (closed) => {
      const index = this.#idle.indexOf(closed);
      if (index >= 0) this.#idle.splice(index, 1);
    });
  }

  #wait(store: string): Promise<Connection> {
    const { queuedMax, queuedPerStoreMax } = this.#options;
    if (this.#waiters.length >= queuedMax || this.#queued.of(store) >= queuedPerStoreMax) {
      const message = 'too many requests wait for a connection';
      return Promise.reject(new DatabaseFailure({ kind: 'overloaded', message }));
    }
    this.#queued.add(store, 1);
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        store,
        since: performance.now(),
        timer: setTimeout(() => this.#refuseLate(waiter), this.#options.waitMs).unref(),
        go: resolve,
        fail: reject,
      };
      this.#waiters.push(waiter);
    });
  }

  #refuseLate(waiter: Waiter): void {
    this.#waiters = this.#waiters.filter((each) => each !== waiter);
    this.#queued.add(waiter.store, -1);
    const message = 'no connection became free in time';
    refuse(waiter, { kind: this.#options.lateKind, message, hasWaited: true });
  }

  #letIn(): void {
    for (;;) {
      const index = nextInTurn(this.#waiters, this.#running, (waiter) => this.#mayStart(waiter));
      const [waiter] = index < 0 ? [] : this.#waiters.splice(index, 1);
      if (waiter === undefined) return;
      clearTimeout(waiter.timer);
      this.#queued.add(waiter.store, -1);
      this.#count(waiter.store);
      waiter.go(this.#connectionFor(waiter.store));
    }
  }

  /** A failure releases the slot, because the caller gets no connection to give back. */
  async #connectionFor(store: string): Promise<Connection> {
    try {
      return await this.#connection();
    } catch (error) {
      this.giveBack(store, undefined);
      throw error;
    }
  }

  #sweepOut(): void {
    const now = performance.now();
    // Nothing else ends a wait for the limit that changes.
    this.#letIn();
    if (this.isFull && this.#waiters.some(({ store }) => this.#running.of(store) === 0)) this.#options.onWait?.();
    while (this.#idle[0] !== undefined && now - this.#idle[0].idleSince > this.#options.idleMs) {
      void this.#idle.shift()?.close();
    }
  }
}

function refuse({ timer, fail }: Waiter, error: DatabaseError): void {
  clearTimeout(timer);
  fail(new DatabaseFailure(error));
}
