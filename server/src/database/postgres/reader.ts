import { CountCache } from '../counts/count-cache.ts';
import type { CountRead, ListRead, ListResult, Row, StoreName } from '../database.ts';
import { isDatabaseFailure } from '../errors.ts';
import type { Statement } from '../statement.ts';
import type { Connection } from './connection.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { CountedList, type SettledList } from './counted-list.ts';
import { listText, toListResult } from './list-read.ts';
import { ListWalks } from './list-walks.ts';
import { isConnectionLoss, isLate, isWorthAnotherTry, STATEMENT_TIMEOUT, sqlStateOf } from './map-failure.ts';
import type { QueryAnswer } from './query-answer.ts';
import { ReadCosts } from './read-costs.ts';
import type { ScanLimit } from './scan-limit.ts';
import type { SharedConnections } from './shared-connections.ts';
import { type StoreText, schemaOf } from './store-text.ts';
import type { CountedRows } from './table-stats.ts';
import type { SpellText } from './transaction.ts';

const TRIES = 3;

export interface ReaderOptions {
  readonly reads: SharedConnections;
  readonly scans: ConnectionPool;
  readonly trials: ConnectionPool;
  readonly scanLimit: ScanLimit;
  readonly spell: SpellText;
  /** Called when all rows of a table were counted because their number was unknown. */
  readonly onCounted: (store: StoreName, counted: CountedRows) => void;
}

interface ReadRequest {
  readonly rows: Statement;
  readonly count: CountRead | undefined;
  /** The matching rows are found by their key, so counting them is cheap too. */
  readonly isKey: boolean;
  /** The rows cost a few look-ups at most. */
  readonly isShort: boolean;
}

type CountedReadRequest = ReadRequest & { readonly count: CountRead };

/** Decides where a read runs: cheap ones share pipelined connections, others take a connection of their own. */
export class Reader {
  readonly #options: ReaderOptions;
  readonly #costs = new ReadCosts();
  readonly #counts = new CountCache();
  readonly #walks = new ListWalks();

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  async query(store: StoreName, { text, values }: Statement): Promise<readonly Row[]> {
    const answer = await this.#read({ store, text: this.#options.spell(store, text), values: () => values }, true);
    return answer.rows;
  }

  async list(store: StoreName, read: ListRead): Promise<ListResult> {
    const { count, cost } = read;
    const walk = this.#walks.find(store, read);
    if (walk !== undefined) {
      const walked = await this.#list(store, { rows: walk, count, isKey: false, isShort: true });
      if (walked.returned === read.walk?.limit) return walked;
      this.#walks.refuse(store, read);
    }
    const isKey = cost === 'key';
    const planned = await this.#list(store, { rows: read.rows, count, isKey, isShort: isKey });
    this.#walks.notePlanned(store, read, planned.returned);
    return planned;
  }

  forget(store: StoreName): void {
    this.#counts.forget(store);
    this.#walks.forget(store);
  }

  async #list(store: StoreName, { rows, count, isKey, isShort }: ReadRequest): Promise<ListResult> {
    if (count !== undefined) return await this.#listCounted(store, { rows, count, isKey, isShort });
    const text = this.#options.spell(store, listText(rows));
    const answer = await this.#read(
      { store, text, values: () => rows.values, isKey },
      isShort || this.#costs.isCheap(text.text),
    );
    this.#record(text, answer.tookMs);
    return { ...toListResult(answer.rows), tookMs: answer.tookMs };
  }

  /** Shared connections count rows only where that has proven cheap; otherwise the list runs again as a scan. */
  async #listCounted(store: StoreName, wanted: CountedReadRequest): Promise<ListResult> {
    const list = new CountedList(this.#counts, store, wanted);
    const rowsAlone = { store, text: this.#options.spell(store, list.versionedText), values: list.versionedValues };
    const { grownText } = list;
    const growing =
      grownText === undefined
        ? undefined
        : { store, text: this.#options.spell(store, grownText), values: list.grownValues };
    const counting = { store, text: this.#options.spell(store, list.countedText), values: list.countedValues };
    const isQuick = wanted.isShort || this.#costs.isCheap(rowsAlone.text.text);
    const isFewRows = wanted.isKey && !wanted.count.whole && !list.isSteady;
    const mayCount = !isQuick || isFewRows || this.#costs.isCheap(counting.text.text);
    const first = await this.#read(mayCount ? counting : (growing ?? rowsAlone), isQuick);
    const settled = list.settle(first) ?? (await this.#count(list, counting));
    this.#record((settled.hasCounted ? counting : rowsAlone).text, settled.tookMs);
    if (settled.found !== undefined) this.#options.onCounted(store, settled.found);
    const { result, tookMs, hasCounted } = settled;
    return hasCounted ? { ...result, countMs: tookMs } : { ...result, tookMs };
  }

  async #count(list: CountedList, counting: Question): Promise<SettledList> {
    const settled = list.settle(await this.#read(counting, false));
    if (settled === undefined) throw new Error('rows were not counted, though there was leave to');
    return settled;
  }

  #record({ text }: StoreText, tookMs: number): void {
    const { scans, scanLimit } = this.#options;
    const beside = scans.taken;
    const beyondUsualMs = beside > 0 ? this.#costs.beyondUsualMs(text, tookMs) : undefined;
    if (beyondUsualMs !== undefined) scanLimit.noteRead(beyondUsualMs, beside);
    this.#costs.record(text, tookMs, beside);
  }

  /** Reads change nothing, so a read that failed because of a lost connection or a schema change is simply repeated. */
  async #read(question: Question, isQuick: boolean): Promise<QueryAnswer> {
    for (let tries = 1; ; tries += 1) {
      const asked = tries === 1 ? question : { ...question, isAgain: true };
      try {
        return isQuick ? await this.#readShared(asked) : await this.#readAlone(asked);
      } catch (error) {
        if (tries === TRIES || !(isConnectionLoss(error) || isWorthAnotherTry(error))) throw error;
      }
    }
  }

  async #readShared(question: Question): Promise<QueryAnswer> {
    const picked = this.#options.reads.pick(question.store, question.isKey);
    try {
      return await ask(picked instanceof Promise ? await picked : picked, question);
    } catch (error) {
      // The read was too slow for a shared connection, or a schema change blocked it. A scan may wait for that.
      if (!isLate(error)) throw error;
      this.#costs.forget(question.text.text);
      return await this.#scan(question);
    }
  }

  /** Scans may hold all their connections for seconds. A read that is not known to be slow gets a short trial first. */
  async #readAlone(question: Question): Promise<QueryAnswer> {
    if (this.#deservesTrial(question)) {
      const answer = await this.#try(question);
      if (answer !== undefined) return answer;
    }
    return await this.#scan(question);
  }

  /** Beside scans, a read that may be short does not wait for its turn among them. */
  #deservesTrial({ store, text }: Question): boolean {
    const { scans } = this.#options;
    if (this.#costs.isSlow(text.text)) return false;
    if (!this.#costs.isDear(text.text)) return scans.taken > 0;
    // Otherwise the dear reads of a store that scans would run beside as many scans as may run.
    if (scans.hasRoomFor(store) || !scans.hasShareFor(store)) return false;
    return scans.isFull || !scans.isUsedBy(store);
  }

  /** Undefined when the read takes too long for a trial, or no connection became free in time. */
  async #try(question: Question): Promise<QueryAnswer | undefined> {
    const { trials } = this.#options;
    const connection = await trials.take(question.store).catch((error: unknown) => {
      if (isDatabaseFailure(error, 'timeout') || isDatabaseFailure(error, 'overloaded')) return undefined;
      throw error;
    });
    if (connection === undefined) return undefined;
    try {
      return await ask(connection, question);
    } catch (error) {
      if (!isLate(error)) throw error;
      // A trial that met a lock says nothing about the read's cost.
      if (sqlStateOf(error) === STATEMENT_TIMEOUT) this.#costs.recordSlow(question.text.text);
      return undefined;
    } finally {
      trials.giveBackLater(question.store, connection);
    }
  }

  #scan(question: Question): Promise<QueryAnswer> {
    return this.#options.scans.use(question.store, (connection) => ask(connection, question));
  }
}

interface Question {
  readonly store: StoreName;
  readonly text: StoreText;
  readonly values: () => Statement['values'];
  readonly isKey?: boolean;
  /** Sends the statement without its prepared form, which may have caused the first failure. */
  readonly isAgain?: boolean;
}

/** The search path is set for one transaction, which is sent at once. If BEGIN fails, the query finds no table. */
function ask(connection: Connection, { store, text, values, isAgain }: Question): Promise<QueryAnswer> {
  const run = (): Promise<QueryAnswer> =>
    isAgain === true ? connection.runOnce(text.text, values()) : connection.run(text.text, values());
  if (text.isQualified) return run();
  void connection.begin('READ ONLY', schemaOf(store));
  const answer = run();
  connection.commit().catch(() => undefined);
  return answer;
}
