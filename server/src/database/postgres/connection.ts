import { Socket } from 'node:net';
import { Client, type QueryResult } from 'pg';
import { DatabaseFailure } from '../errors.ts';
import type { Value } from '../statement.ts';
import { toFailure } from './map-failure.ts';
import { OutgoingBatches } from './outgoing-batches.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { type QueryAnswer, rowTypes, toAnswer } from './query-answer.ts';
import {
  applyToSession,
  beginText,
  OWN_PREPARED_NAME,
  type SessionSettings,
  settingsOfTransaction,
  type TransactionMode,
} from './session.ts';

/** The result columns of a prepared statement have changed, or the server no longer has the statement. */
const UNUSABLE = new Set(['0A000', '26000']);
/** An earlier statement of the transaction has failed. */
const ABORTED = '25P02';

export interface ConnectionOptions {
  readonly url: string;
  readonly connectTimeoutMs: number;
  readonly settings: SessionSettings;
  readonly preparedMax: number;
  /** When a statement gets no answer for this long, the connection is destroyed. */
  readonly silenceMs: number;
  readonly onClosed: (connection: Connection) => void;
  readonly onAnswered: (ms: number) => void;
}

/** Statements are answered in order. A network error closes the connection and rejects them with `unavailable`. */
export class Connection {
  readonly #client: Client;
  readonly #socket = new Socket();
  readonly #options: ConnectionOptions;
  readonly #prepared: PreparedStatements;
  #unanswered = 0;
  #statements = 0;
  #isOpen = false;
  #isGone = false;
  readonly #batches = new OutgoingBatches(this.#socket);
  #heardAt = 0;
  idleSince = 0;
  /** Settings that each transaction sets for itself behind a pooler; undefined when the session has them. */
  #local: string | undefined;
  #ended = Promise.resolve();
  /** The transaction of the statements that are sent now, with its last failure that explains why it is aborted. */
  #transaction: { failure: Error | undefined } | undefined;
  readonly #openedAt = performance.now();

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#prepared = new PreparedStatements(options.preparedMax);
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

  async open(): Promise<this> {
    const { settings } = this.#options;
    try {
      await this.#client.connect();
      this.#isOpen = true;
      this.#heardAt = performance.now();
      const { rows } = await this.say(applyToSession(settings, Number(Reflect.get(this.#client, 'processID'))));
      this.#local = settingsOfTransaction(settings, rows);
      if (this.isPooled) await this.#findKeptNames();
      return this;
    } catch (error) {
      this.destroy();
      throw toFailure(error);
    }
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Behind a pooler, consecutive transactions may run in different sessions, which other clients use too. */
  get isPooled(): boolean {
    return this.#local !== undefined;
  }

  get keepsStatements(): boolean {
    return !this.#prepared.isOff;
  }

  /** Statements without an answer. The BEGIN and COMMIT around each of them do not count. */
  get underWay(): number {
    return this.#statements;
  }

  get gathered(): number {
    return this.#batches.gathered;
  }

  /** Outside a transaction and with no running statement, so another request may use it. */
  get isClean(): boolean {
    return this.#isOpen && this.#unanswered === 0 && this.#client.getTransactionStatus() === 'I';
  }

  /**
   * Names without a schema are found in `schema`. Our own sessions are read-only by default, so if BEGIN fails, no
   * later statement can write. A pooler's are not, so its answer is awaited before anything is written.
   */
  async begin(mode: TransactionMode, schema = "''"): Promise<void> {
    const transaction = { failure: undefined };
    this.#transaction = transaction;
    const begun = this.#send({ text: beginText(mode, schema, this.#local) });
    begun.catch(() => {
      if (this.#transaction === transaction) this.#transaction = undefined;
    });
    if (this.isPooled && mode === 'READ WRITE') await begun;
  }

  commit(): Promise<QueryAnswer> {
    this.#transaction = undefined;
    const committed = this.#send({ text: 'COMMIT' });
    this.#ended = committed.then(noResult, noResult);
    return committed;
  }

  /** Resolves when the last COMMIT has its answer, or when there can be none. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  async rollback(): Promise<void> {
    this.#transaction = undefined;
    await this.#send({ text: 'ROLLBACK' });
  }

  /** Runs trusted SQL text without values; it may contain several statements. */
  say(text: string): Promise<QueryAnswer> {
    return this.#inTransaction(() => this.#send({ text }, true));
  }

  /** Runs a statement that no transaction may contain, with the settings of any session that a pooler chooses. */
  sayAlone(text: string): Promise<QueryAnswer> {
    return this.#send({ text }, true);
  }

  run(text: string, values: readonly Value[]): Promise<QueryAnswer> {
    const name = this.#prepared.nameFor(text);
    return this.#sendPrepared({ text, values: values as unknown[], ...(name !== undefined && { name }) });
  }

  /** Runs a statement without preparing it under a name. */
  runOnce(text: string, values: readonly Value[]): Promise<QueryAnswer> {
    return this.#sendPrepared({ text, values: values as unknown[] });
  }

  /** Whether the connection should be replaced: the server's memory for it grows with every store it has used. */
  isOlderThan(ageMs: number): boolean {
    return performance.now() - this.#openedAt > ageMs;
  }

  silentMs(now: number): number {
    return this.#unanswered > 0 ? now - this.#heardAt : 0;
  }

  checkSilence(now: number): void {
    if (this.silentMs(now) > this.#options.silenceMs) this.destroy();
  }

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
    return this.#inTransaction(() => {
      this.#closeUnused();
      return this.#send(query, true);
    });
  }

  /** Behind a pooler, gives a statement outside a transaction its own transaction. All of it is sent at once. */
  #inTransaction(send: () => Promise<QueryAnswer>): Promise<QueryAnswer> {
    if (!this.isPooled || this.#transaction !== undefined) return send();
    void this.begin('READ ONLY');
    const answer = send();
    this.commit().catch(() => undefined);
    return answer;
  }

  async #findKeptNames(): Promise<void> {
    void this.begin('READ ONLY');
    const found = await this.run(OWN_PREPARED_NAME, []).catch(() => undefined);
    const own = this.#prepared.nameFor(OWN_PREPARED_NAME);
    this.#prepared.forget(OWN_PREPARED_NAME);
    this.#closeUnused();
    await this.commit();
    const isKept = found !== undefined && found.rows.length > 0 && found.rows.every(({ name }) => name !== own);
    if (!isKept) this.#prepared.turnOff();
  }

  /** Close is a protocol message, which cannot fail or affect a transaction; its answer comes with the next one. */
  #closeUnused(): void {
    for (const name of this.#prepared.takeClosable()) {
      delete this.#wire.parsedStatements[name];
      if (this.#isOpen) this.#wire.close({ type: 'S', name });
    }
  }

  get #wire(): ProtocolClient {
    return (this.#client as unknown as { readonly connection: ProtocolClient }).connection;
  }

  #send(query: Query, isStatement = false): Promise<QueryAnswer> {
    if (!this.#isOpen) {
      return Promise.reject(new DatabaseFailure({ kind: 'unavailable', message: 'the connection is closed' }));
    }
    if (this.#unanswered === 0) this.#heardAt = performance.now();
    this.#unanswered += 1;
    if (isStatement) this.#statements += 1;
    const batch = this.#batches.join();
    const transaction = this.#transaction;
    return new Promise((resolve, reject) => {
      void this.#client.query(query, (error: Error | null, result: QueryResult | QueryResult[]) => {
        this.#unanswered -= 1;
        if (isStatement) this.#statements -= 1;
        const now = performance.now();
        const tookMs = now - Math.max(batch.leftAt, this.#heardAt);
        this.#heardAt = now;
        this.#options.onAnswered(tookMs);
        if (query.name !== undefined) {
          this.#prepared.noteParsed(query.text, query.name, this.#wire.parsedStatements[query.name] !== undefined);
        }
        if (error) {
          const code = String(Reflect.get(error, 'code'));
          if (UNUSABLE.has(code)) this.#prepared.refuse(query.text, this.isPooled);
          const cause = code === ABORTED ? transaction?.failure : undefined;
          if (transaction !== undefined && code !== ABORTED) transaction.failure = error;
          reject(toFailure(cause ?? error));
        } else resolve(toAnswer(result, tookMs));
      });
    });
  }
}

function noResult(): void {}

interface Query {
  readonly text: string;
  readonly values?: unknown[];
  readonly name?: string;
}

interface ProtocolClient {
  /** Names whose Parse succeeded. The client keeps each until this file deletes it. */
  readonly parsedStatements: Record<string, string>;
  close(what: { readonly type: 'S'; readonly name: string }): void;
}
