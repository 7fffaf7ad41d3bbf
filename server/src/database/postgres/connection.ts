import { Socket } from 'node:net';
import { Client, type CustomTypesConfig, type QueryArrayResult, type QueryResult } from 'pg';
import type { Row } from '../database.ts';
import { DatabaseFailure } from '../errors.ts';
import type { Value } from '../statement.ts';
import { toFailure } from './map-failure.ts';
import { PreparedStatements } from './prepared-statements.ts';

const PREPARED_MAX = 300;
/** The columns of a prepared statement's result have changed, or the server no longer has the statement. */
const UNUSABLE = new Set(['0A000', '26000']);

export interface Answer {
  readonly rows: readonly Row[];
  /** Rows touched by a statement that returns none. */
  readonly touched: number;
  /** `COMMIT`, `ROLLBACK`, `SELECT` …: what was really done. */
  readonly command: string;
}

export interface ConnectionOptions {
  readonly url: string;
  readonly connectTimeoutMs: number;
  /** No answer for so long with a statement under way: the connection is given up. */
  readonly silenceMs: number;
  readonly onClosed: (connection: Connection) => void;
  /** Called with the milliseconds of every answered statement. */
  readonly onAnswered: (ms: number) => void;
}

/**
 * One connection. Statements are sent at once and answered in order; a statement with values is prepared under a number.
 * It closes itself on any trouble of the wire and says so once; whatever was under way then rejects with `unavailable`.
 */
export class Connection {
  readonly #client: Client;
  readonly #socket = new Socket();
  readonly #options: ConnectionOptions;
  readonly #prepared = new PreparedStatements(PREPARED_MAX);
  #underWay = 0;
  #isOpen = false;
  #isGone = false;
  #leaving: Leaving | undefined;
  #heardAt = 0;
  /** Milliseconds the server took for the statement answered last, without its wait behind others. */
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

  /** Connects and runs `settings`, text of our own. */
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

  /** How many statements of this turn wait to leave. */
  get gathered(): number {
    return this.#leaving?.statements ?? 0;
  }

  /** Between transactions, with nothing under way: it may be given to somebody else. */
  get isClean(): boolean {
    return this.#isOpen && this.#underWay === 0 && this.#client.getTransactionStatus() === 'I';
  }

  /** Text of our own without values; may hold several statements. */
  say(text: string): Promise<Answer> {
    return this.#send({ text });
  }

  run(text: string, values: readonly Value[]): Promise<Answer> {
    const name = this.#prepared.nameFor(text);
    return this.#sendPrepared({ text, values: values as unknown[], ...(name !== undefined && { name }) });
  }

  /** Runs once and is forgotten by the server. */
  runOnce(text: string, values: readonly Value[]): Promise<Answer> {
    return this.#sendPrepared({ text, values: values as unknown[] });
  }

  /** It is to make way for a new one: the server's memory for a connection grows with every store it has seen. */
  isOlderThan(ageMs: number): boolean {
    return performance.now() - this.#openedAt > ageMs;
  }

  /** Gives the connection up when the server has been silent for too long. */
  checkSilence(now: number): void {
    if (this.#underWay > 0 && now - this.#heardAt > this.#options.silenceMs) this.destroy();
  }

  /** Says goodbye when nothing is under way. */
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

  #sendPrepared(query: Query): Promise<Answer> {
    this.#closeUnused();
    return this.#send(query);
  }

  /**
   * Close is a message of the protocol and no statement: it cannot fail, not for an unknown name nor in an aborted
   * transaction, and changes nothing of a transaction. It is answered with the statement that is sent behind it.
   */
  #closeUnused(): void {
    for (const name of this.#prepared.takeClosable()) {
      delete this.#wire.parsedStatements[name];
      if (this.#isOpen) this.#wire.close({ type: 'S', name });
    }
  }

  get #wire(): Wire {
    return (this.#client as unknown as { readonly connection: Wire }).connection;
  }

  #send(query: Query): Promise<Answer> {
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

  /** What is said in one turn of the event loop, by a transaction or by many requests, leaves in one piece. */
  #gather(): Leaving {
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

/** Statements of one turn, and when they left. */
interface Leaving {
  statements: number;
  leftAt: number;
}

interface Query {
  readonly text: string;
  readonly values?: unknown[];
  readonly name?: string;
}

/** The client's own side of the protocol, as far as this file needs it. */
interface Wire {
  /** Names whose Parse succeeded. The client keeps each until it is deleted here. */
  readonly parsedStatements: Record<string, string>;
  close(what: { readonly type: 'S'; readonly name: string }): void;
}

function toAnswer(result: QueryResult | QueryResult[]): Answer {
  const last: QueryResult | QueryArrayResult | undefined = Array.isArray(result) ? result.at(-1) : result;
  const rows: readonly Row[] = last?.rows ?? [];
  return { rows, touched: last?.rowCount ?? 0, command: last?.command ?? '' };
}

const NUMBERS = new Set([20, 21, 23, 26, 700, 701, 1700]);
const BOOLEAN = 16;

/** Numbers and 0/1 as `Row` says, everything else as the server's text. */
const rowTypes = {
  getTypeParser: (oid: number): ((text: string) => string | number) => {
    if (NUMBERS.has(oid)) return Number;
    if (oid === BOOLEAN) return (text) => (text === 't' ? 1 : 0);
    return String;
  },
} as unknown as CustomTypesConfig;
