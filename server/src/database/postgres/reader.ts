import type { ListRead, ListResult, Row, StoreName } from '../database.ts';
import { isDatabaseFailure } from '../errors.ts';
import type { Statement } from '../statement.ts';
import type { Answer, Connection } from './connection.ts';
import type { Lane } from './lane.ts';
import { listStatement, toListResult } from './list-read.ts';
import { isConnectionLoss, isWorthAnotherTry } from './map-failure.ts';
import { ReadCosts } from './read-costs.ts';
import type { SharedLane } from './shared-lane.ts';
import { type StoreText, schemaOf } from './store-text.ts';
import type { SpellText } from './transaction.ts';

const TRIES = 3;

export interface ReaderParts {
  readonly reads: SharedLane;
  readonly scans: Lane;
  readonly spell: SpellText;
}

/** Where a read runs: cheap ones together on shared connections, the others on one of their own while there are any. */
export class Reader {
  readonly #parts: ReaderParts;
  readonly #costs = new ReadCosts();

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  async query(store: StoreName, { text, values }: Statement): Promise<readonly Row[]> {
    return (await this.#read({ store, text: this.#parts.spell(store, text), values, isAgain: false }, 'key')).rows;
  }

  async list(store: StoreName, read: ListRead): Promise<ListResult> {
    const { text, values } = listStatement(read);
    // To count a whole table is to walk it, however cheap the page is.
    const cost = read.count?.whole === true ? 'open' : read.cost;
    const answer = await this.#read({ store, text: this.#parts.spell(store, text), values, isAgain: false }, cost);
    return toListResult(answer.rows);
  }

  /** Reads change nothing, so one that a lost connection or a change of the table spoiled is simply made again. */
  async #read(question: Question, cost: 'key' | 'open'): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      const asked = tries === 1 ? question : { ...question, isAgain: true };
      try {
        if (cost === 'key' || this.#costs.isCheap(question.text.text)) return await this.#readShared(asked);
        return await this.#scan(asked);
      } catch (error) {
        if (tries === TRIES || !(isConnectionLoss(error) || isWorthAnotherTry(error))) throw error;
      }
    }
  }

  async #readShared(question: Question): Promise<Answer> {
    const picked = this.#parts.reads.pick();
    try {
      return await this.#ask(picked instanceof Promise ? await picked : picked, question);
    } catch (error) {
      // Too slow for here, or behind a change of its table, for which it may wait elsewhere without holding others up.
      if (!isDatabaseFailure(error, 'timeout')) throw error;
      this.#costs.forget(question.text.text);
      return await this.#scan(question);
    }
  }

  #scan(question: Question): Promise<Answer> {
    return this.#parts.scans.use(question.store, (connection) => this.#ask(connection, question));
  }

  async #ask(connection: Connection, question: Question): Promise<Answer> {
    const answer = await send(connection, question);
    this.#costs.record(question.text.text, connection.lastTookMs);
    return answer;
  }
}

interface Question {
  readonly store: StoreName;
  readonly text: StoreText;
  readonly values: Statement['values'];
  /** Prepared afresh: what spoiled the first try may be in the statement that was prepared for it. */
  readonly isAgain: boolean;
}

/**
 * Names without a schema are found by a search path that holds for this statement's transaction only. All three are
 * sent at once, so nobody's statement comes between; should the first fail, the second finds no table at all.
 */
function send(connection: Connection, { store, text, values, isAgain }: Question): Promise<Answer> {
  const run = (): Promise<Answer> =>
    isAgain ? connection.runOnce(text.text, values) : connection.run(text.text, values);
  if (text.isQualified) return run();
  connection.say(`BEGIN READ ONLY; SET LOCAL search_path TO ${schemaOf(store)}`).catch(() => undefined);
  const answer = run();
  connection.say('COMMIT').catch(() => undefined);
  return answer;
}
