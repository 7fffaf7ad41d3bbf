import { Socket } from 'node:net';
import { Client, type CustomTypesConfig, type QueryArrayResult, type QueryResult } from 'pg';
import type { Row } from '../database.ts';
import { DatabaseFailure } from '../errors.ts';
import type { Value } from '../statement.ts';
import { toFailure } from './map-failure.ts';
import { PreparedStatements } from './prepared-statements.ts';

const PREPARED_MAX = 300;
/** The result columns of a prepared statement have changed, or the server no longer has the statement. */
const UNUSABLE = new Set(['0A000', '26000']);

export interface QueryAnswer {
  readonly rows: readonly Row[];
  /** Rows touched by a statement that returns none. */
  readonly touched: number;
  /** The command that really ran: `COMMIT`, `ROLLBACK`, `SELECT` … */
  readonly command: string;
}

export interface ConnectionOptions {
  readonly url: string;
  readonly connectTimeoutMs: number;
  /** When a statement gets no answer for this long, the connection is destroyed. */
  readonly silenceMs: number;
  readonly onClosed: (connection: Connection) => void;
  readonly onAnswered: (ms: number) => void;
}

/**
 * One connection. Statements are sent at once and answered in order; a statement with values is prepared under a
 * number. The connection closes itself on any network error and reports that once; running statements then reject with
 * `unavailable`.
 */
export class Connection {
  readonly #client: Client;
  readonly #socket = new Socket();
  readonly #options: ConnectionOptions;
  readonly #prepared = new PreparedStatements(PREPARED_MAX);
  #underWay = 0;
  #isOpen = false;
  #isGone = false;
  #leaving: PendingBatch | undefined;
  #heardAt = 0;
  /** Milliseconds that the server spent on the last answered statement, without its wait behind others. */
  lastTookMs = 0;
  idleSince = 0;
  readonly #openedAt = performance.now();

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#client = new Client({
      connectionString: options.url,
      connectionTimeoutMillis: options.connectTimeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: 'service',
      pipeline: true,
      stream: () => this.#socket,
      types: rowTypes,
    });
    this.#client.on('error', () => this.destroy());
    this.#client.on('end', () => this.destroy());
  }

  async open(settings: string): Promise<this> {
    try {
      await this.#client.connect();
      this.#isOpen = true;
      this.#heardAt = performance.now();
      await this.say(settings);
      return this;
    } catch (error) {
      this.destroy();
      throw toFailure(error);
    }
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get underWay(): number {
    return this.#underWay;
  }

  /** Number of statements of this turn of the event loop that are still buffered. */
  get gathered(): number {
    return this.#leaving?.statements ?? 0;
  }

  /** Outside a transaction and with no running statement, so another request may use it. */
  get isClean(): boolean {
    return this.#isOpen && this.#underWay === 0 && this.#client.getTransactionStatus() === 'I';
  }

  /** Runs trusted SQL text without values; it may contain several statements. */
  say(text: string): Promise<QueryAnswer> {
    return this.#send({ text });
  }

  run(text: string, values: readonly Value[]): Promise<QueryAnswer> {
    const name = this.#prepared.nameFor(text);
    return this.#sendPrepared({ text, values: values as unknown[], ...(name !== undefined && { name }) });
  }

  /** Runs a statement without preparing it under a name. */
  runOnce(text: string, values: readonly Value[]): Promise<QueryAnswer> {
    return this.#sendPrepared({ text, values: values as unknown[] });
  }

  /** An old connection should be replaced: the server's memory for it grows with every store it has used. */
  isOlderThan(ageMs: number): boolean {
    return performance.now() - this.#openedAt > ageMs;
  }

  checkSilence(now: number): void {
    if (this.#underWay > 0 && now - this.#heardAt > this.#options.silenceMs) this.destroy();
  }

  /** Closes the connection gracefully; call it when no statement is running. */
  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.#client.end();
    this.destroy();
  }

  destroy(): void {
    this.#isOpen = false;
    this.#socket.destroy();
    if (this.#isGone) return;
    this.#isGone = true;
    this.#options.onClosed(this);
  }

  #sendPrepared(query: Query): Promise<QueryAnswer> {
    this.#closeUnused();
    return this.#send(query);
  }

  /**
   * Close is a protocol message, not a statement: it cannot fail, not even for an unknown name or in an aborted
   * transaction, and does not affect a transaction. Its answer comes with that of the next statement.
   */
  #closeUnused(): void {
    for (const name of this.#prepared.takeClosable()) {
      delete this.#wire.parsedStatements[name];
      if (this.#isOpen) this.#wire.close({ type: 'S', name });
    }
  }

  get #wire(): ProtocolClient {
    return (this.#client as unknown as { readonly connection: ProtocolClient }).connection;
  }

  #send(query: Query): Promise<QueryAnswer> {
    if (!this.#isOpen) {
      return Promise.reject(new DatabaseFailure({ kind: 'unavailable', message: 'the connection is closed' }));
    }
    if (this.#underWay === 0) this.#heardAt = performance.now();
    this.#underWay += 1;
    const leaving = this.#gather();
    return new Promise((resolve, reject) => {
      void this.#client.query(query, (error: Error | null, result: QueryResult | QueryResult[]) => {
        this.#underWay -= 1;
        const now = performance.now();
        this.lastTookMs = now - Math.max(leaving.leftAt, this.#heardAt);
        this.#heardAt = now;
        this.#options.onAnswered(this.lastTookMs);
        if (query.name !== undefined) {
          this.#prepared.noteParsed(query.text, query.name, this.#wire.parsedStatements[query.name] !== undefined);
        }
        if (error) {
          if (UNUSABLE.has(String(Reflect.get(error, 'code')))) this.#prepared.forget(query.text);
          reject(toFailure(error));
        } else resolve(toAnswer(result));
      });
    });
  }

  /** Everything sent in one turn of the event loop, by a transaction or by many requests, leaves in one write. */
  #gather(): PendingBatch {
    if (this.#leaving !== undefined) {
      this.#leaving.statements += 1;
      return this.#leaving;
    }
    const leaving = { statements: 1, leftAt: 0 };
    this.#leaving = leaving;
    this.#socket.cork();
    setImmediate(() => {
      this.#leaving = undefined;
      leaving.leftAt = performance.now();
      this.#socket.uncork();
    });
    return leaving;
  }
}

interface PendingBatch {
  statements: number;
  leftAt: number;
}

interface Query {
  readonly text: string;
  readonly values?: unknown[];
  readonly name?: string;
}

/** The parts of the client's protocol layer that this file needs. */
interface ProtocolClient {
  /** Names whose Parse succeeded. The client keeps each until this file deletes it. */
  readonly parsedStatements: Record<string, string>;
  close(what: { readonly type: 'S'; readonly name: string }): void;
}

function toAnswer(result: QueryResult | QueryResult[]): QueryAnswer {
  const last: QueryResult | QueryArrayResult | undefined = Array.isArray(result) ? result.at(-1) : result;
  const rows: readonly Row[] = last?.rows ?? [];
  return { rows, touched: last?.rowCount ?? 0, command: last?.command ?? '' };
}

const NUMBERS = new Set([20, 21, 23, 26, 700, 701, 1700]);
const BOOLEAN = 16;

/** Numbers and 0/1 as in `Row`, everything else as the server's text. */
const rowTypes = {
  getTypeParser: (oid: number): ((text: string) => string | number) => {
    if (NUMBERS.has(oid)) return Number;
    if (oid === BOOLEAN) return (text) => (text === 't' ? 1 : 0);
    return String;
  },
} as unknown as CustomTypesConfig;
