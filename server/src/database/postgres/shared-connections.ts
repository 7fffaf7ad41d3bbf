import type { PoolFigures } from '../database.ts';
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
/** Up to this many look-ups in a row cost the server less than the reads and writes of another connection. */
const TOGETHER_MAX = 8;

/** Connections that all requests share, for short statements that change nothing. */
export class SharedConnections {
  readonly #options: SharedConnectionsOptions;
  readonly #connections: Connection[] = [];
  /** Replaced by newer ones, but with statements still running. */
  readonly #retired = new Set<Connection>();
  readonly #sweep: NodeJS.Timeout;
  #opening: Promise<Connection> | undefined;

  constructor(options: SharedConnectionsOptions) {
    this.#options = options;
    this.#sweep = setInterval(() => this.#sweepOut(), SWEEP_MS).unref();
  }

  /**
   * Returns the least busy connection. When all are busy, another one is opened in the background. `isKey`: the
   * statement costs a few look-ups at most, and is sent together with others of this turn.
   */
  pick(isKey = false): Connection | Promise<Connection> {
    let best: Connection | undefined;
    for (const connection of this.#connections) {
      if (isKey && connection.gathered > 0 && connection.gathered < TOGETHER_MAX) return connection;
      if (best === undefined || connection.underWay < best.underWay) best = connection;
    }
    if (best === undefined) return this.#open();
    if (best.underWay === 0) return best;
    if (this.#connections.length < this.#options.connectionsMax) void this.#open().catch(() => undefined);
    else if (best.underWay >= this.#options.pipelinedMax) {
      throw new DatabaseFailure({ kind: 'overloaded', message: 'too many reads wait for their answers' });
    }
    return best;
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
      if (retired.underWay > 0) continue;
      this.#retired.delete(retired);
      void retired.close();
    }
    const old = this.#connections.find((connection) => connection.isOlderThan(this.#options.ageMs));
    if (old === undefined || this.#opening !== undefined) return;
    this.#open().then(
      () => {
        const index = this.#connections.indexOf(old);
        if (index < 0) return;
        this.#connections.splice(index, 1);
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
