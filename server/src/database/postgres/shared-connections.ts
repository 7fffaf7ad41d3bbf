import type { PoolFigures, StoreName } from '../database.ts';
import { DatabaseFailure } from '../errors.ts';
import type { Connection } from './connection.ts';
import type { ConnectionKind, Connector } from './connector.ts';

export interface SharedConnectionsOptions {
  readonly connector: Connector;
  readonly kind: ConnectionKind;
  readonly connectionsMax: number;
  readonly pipelinedMax: number;
  readonly ageMs: number;
}

const SWEEP_MS = 1000;
/** Up to this many consecutive look-ups cost the server less than the reads and writes of another connection. */
const TOGETHER_MAX = 8;
/** Waiting for this many statements on the home connection costs less than preparing one on another. */
const AHEAD_AT_HOME_MAX = 3;
/** A connection whose server has not answered for this long is running a slow statement. */
const STALLED_MS = 10;

/** Connections that all requests share, for short statements that change nothing. */
export class SharedConnections {
  readonly #options: SharedConnectionsOptions;
  readonly #connections: Connection[] = [];
  readonly #retired = new Set<Connection>();
  readonly #sweep: NodeJS.Timeout;
  #opening: Promise<Connection> | undefined;

  constructor(options: SharedConnectionsOptions) {
    this.#options = options;
    this.#sweep = setInterval(() => this.#sweepOut(), SWEEP_MS).unref();
  }

  /** The store's home connection, unless it is much busier than another. `isKey`: joins other look-ups of this turn. */
  pick(store: StoreName, isKey = false): Connection | Promise<Connection> {
    const home = this.#connections[homeOf(store) % this.#connections.length];
    if (home === undefined) return this.#open();
    if (home.underWay === 0 || (isKey && home.gathered > 0 && home.gathered < TOGETHER_MAX)) return home;
    if (this.#connections.length < this.#options.connectionsMax) void this.#open().catch(() => undefined);
    const now = performance.now();
    const ahead = (connection: Connection): number =>
      connection.underWay + (connection.silentMs(now) > STALLED_MS ? this.#options.pipelinedMax : 0);
    const best = this.#connections.reduce((least, each) => (ahead(each) < ahead(least) ? each : least));
    if (best.underWay >= this.#options.pipelinedMax) {
      throw new DatabaseFailure({ kind: 'overloaded', message: 'too many reads wait for their answers' });
    }
    return ahead(home) <= ahead(best) + AHEAD_AT_HOME_MAX ? home : best;
  }

  /** Each connection runs one statement at a time, so all statements behind the first one count as waiting. */
  figures(): Omit<PoolFigures, 'name'> {
    const { connectionsMax: most, kind } = this.#options;
    const open = [...this.#connections, ...this.#retired];
    const busy = open.filter(({ underWay }) => underWay > 0).length;
    const underWay = open.reduce((sum, connection) => sum + connection.underWay, 0);
    return { open: open.length, busy, most, waiting: underWay - busy, ...kind.meter };
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    await this.#opening?.catch(() => undefined);
    await Promise.all(this.#connections.splice(0).map((connection) => connection.close()));
  }

  /** Replaces one old connection at a time: the new one is available before the old one is retired. */
  #sweepOut(): void {
    for (const retired of this.#retired) {
      if (!retired.isClean) continue;
      this.#retired.delete(retired);
      void retired.close();
    }
    const old = this.#connections.find((connection) => connection.isOlderThan(this.#options.ageMs));
    if (old === undefined || this.#opening !== undefined) return;
    this.#open().then(
      (young) => {
        const [index, last] = [this.#connections.indexOf(old), this.#connections.indexOf(young)];
        if (index < 0 || last < 0) return;
        this.#connections.splice(last, 1);
        // The new connection takes the same place, so that it becomes the home of the same stores.
        this.#connections[index] = young;
        this.#retired.add(old);
      },
      // The old connection stays, and the next sweep tries again.
      () => undefined,
    );
  }

  #open(): Promise<Connection> {
    this.#opening ??= this.#connect().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #connect(): Promise<Connection> {
    const connection = await this.#options.connector.connect(this.#options.kind, (closed) => {
      const index = this.#connections.indexOf(closed);
      if (index >= 0) this.#connections.splice(index, 1);
      this.#retired.delete(closed);
    });
    this.#connections.push(connection);
    return connection;
  }
}

/** FNV-1a: ids of projects may differ in their last characters only. */
function homeOf(store: StoreName): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < store.length; index += 1) hash = Math.imul(hash ^ store.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
