import { CountCache } from '../counts/count-cache.ts';
import type { CountRead, ListRead, ListResult, Row, StoreName } from '../database.ts';
import { isDatabaseFailure } from '../errors.ts';
import type { Statement } from '../statement.ts';
import type { Answer, Connection } from './connection.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { CountedList, type SettledList } from './counted-list.ts';
import { listText, toListResult } from './list-read.ts';
import { isConnectionLoss, isWorthAnotherTry } from './map-failure.ts';
import { ReadCosts } from './read-costs.ts';
import type { SharedConnections } from './shared-connections.ts';
import { type StoreText, schemaOf } from './store-text.ts';
import type { CountedRows } from './table-stats.ts';
import type { SpellText } from './transaction.ts';

const TRIES = 3;

export interface ReaderOptions {
  readonly reads: SharedConnections;
  readonly scans: ConnectionPool;
  readonly spell: SpellText;
  /** All rows of a table were counted, because nobody knew how many there are. */
  readonly onCounted: (store: StoreName, counted: CountedRows) => void;
}

/** Where a read runs: cheap ones together on shared connections, the others on one of their own while there are any. */
export class Reader {
  readonly #options: ReaderOptions;
  readonly #costs = new ReadCosts();
  readonly #counts = new CountCache();

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  async query(store: StoreName, { text, values }: Statement): Promise<readonly Row[]> {
    const answer = await this.#read({ store, text: this.#options.spell(store, text), values: () => values }, true);
    return answer.rows;
  }

  async list(store: StoreName, read: ListRead): Promise<ListResult> {
    const { rows, count, cost } = read;
    if (count !== undefined) return await this.#listCounted(store, { ...read, count });
    const text = this.#options.spell(store, listText(read));
    const isQuick = cost === 'key' || this.#costs.isCheap(text.text, 'uncounted');
    const answer = await this.#read({ store, text, values: () => rows.values }, isQuick);
    this.#costs.record(text.text, 'uncounted', answer.tookMs);
    return { ...toListResult(answer.rows), tookMs: answer.tookMs };
  }

  /** Nothing of the store is known any more. */
  forget(store: StoreName): void {
    this.#counts.forget(store);
  }

  /** Among the cheap reads rows are counted only where that has proven cheap; else it is asked again among the scans. */
  async #listCounted(store: StoreName, read: ListRead & { readonly count: CountRead }): Promise<ListResult> {
    const list = new CountedList(this.#counts, store, read);
    const text = this.#options.spell(store, list.text);
    const isKey = read.cost === 'key';
    const isQuick = isKey || this.#costs.isCheap(text.text, 'uncounted');
    const mayCount = !isQuick || (isKey && !read.count.whole) || this.#costs.isCheap(text.text, 'counted');
    const settled =
      (await this.#settle({ store, text, values: () => list.values(mayCount) }, list, isQuick)) ??
      (await this.#settle({ store, text, values: () => list.values(true) }, list, false));
    if (settled === undefined) throw new Error('rows were not counted, though there was leave to');
    if (settled.found !== undefined) this.#options.onCounted(store, settled.found);
    return settled.hasCounted ? settled.result : { ...settled.result, tookMs: settled.tookMs };
  }

  async #settle(question: Question, list: CountedList, isQuick: boolean): Promise<SettledList | undefined> {
    const answer = await this.#read(question, isQuick);
    const settled = list.settle(answer, answer.tookMs);
    const counting = settled?.hasCounted === true ? 'counted' : 'uncounted';
    this.#costs.record(question.text.text, counting, answer.tookMs);
    return settled;
  }

  /** Reads change nothing, so one that a lost connection or a change of the table spoiled is simply made again. */
  async #read(question: Question, isQuick: boolean): Promise<TimedAnswer> {
    for (let tries = 1; ; tries += 1) {
      const asked = tries === 1 ? question : { ...question, isAgain: true };
      try {
        return isQuick ? await this.#readShared(asked) : await this.#scan(asked);
      } catch (error) {
        if (tries === TRIES || !(isConnectionLoss(error) || isWorthAnotherTry(error))) throw error;
      }
    }
  }

  async #readShared(question: Question): Promise<TimedAnswer> {
    const picked = this.#options.reads.pick();
    try {
      return await ask(picked instanceof Promise ? await picked : picked, question);
    } catch (error) {
      // Too slow for here, or behind a change of its table, for which it may wait elsewhere without holding others up.
      if (!isDatabaseFailure(error, 'timeout')) throw error;
      this.#costs.forget(question.text.text);
      return await this.#scan(question);
    }
  }

  #scan(question: Question): Promise<TimedAnswer> {
    return this.#options.scans.use(question.store, (connection) => ask(connection, question));
  }
}

interface Question {
  readonly store: StoreName;
  readonly text: StoreText;
  readonly values: () => Statement['values'];
  /** Prepared afresh: what spoiled the first try may be in the statement that was prepared for it. */
  readonly isAgain?: boolean;
}

interface TimedAnswer extends Answer {
  readonly tookMs: number;
}

async function ask(connection: Connection, question: Question): Promise<TimedAnswer> {
  const answer = await send(connection, question);
  return { ...answer, tookMs: connection.lastTookMs };
}

/**
 * Names without a schema are found by a search path that holds for this statement's transaction only. All three are
 * sent at once, so nobody's statement comes between; should the first fail, the second finds no table at all.
 */
function send(connection: Connection, { store, text, values, isAgain }: Question): Promise<Answer> {
  const run = (): Promise<Answer> =>
    isAgain === true ? connection.runOnce(text.text, values()) : connection.run(text.text, values());
  if (text.isQualified) return run();
  connection.say(`BEGIN READ ONLY; SET LOCAL search_path TO ${schemaOf(store)}`).catch(() => undefined);
  const answer = run();
  connection.say('COMMIT').catch(() => undefined);
  return answer;
}
