import type { ListRead, ListResult, Row, Statement, StoreName } from '../database.ts';
import { DatabaseFailure } from '../errors.ts';
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
    const spelled = this.#parts.spell(store, text);
    return (await this.#read(store, spelled, values, 'key')).rows;
  }

  async list(store: StoreName, read: ListRead): Promise<ListResult> {
    const { text, values } = listStatement(read);
    const spelled = this.#parts.spell(store, text);
    // To count a whole table is to walk it, however cheap the page is.
    const cost = read.count?.whole === true ? 'open' : read.cost;
    return toListResult((await this.#read(store, spelled, values, cost)).rows);
  }

  /** Reads change nothing, so one that a lost connection or a change of the table spoiled is simply made again. */
  async #read(store: StoreName, text: StoreText, values: Statement['values'], cost: 'key' | 'open'): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      try {
        if (cost === 'key') return await this.#readShared(store, text, values);
        return await this.#readOpen(store, text, values);
      } catch (error) {
        if (tries === TRIES || !(isConnectionLoss(error) || isWorthAnotherTry(error))) throw error;
      }
    }
  }

  async #readOpen(store: StoreName, text: StoreText, values: Statement['values']): Promise<Answer> {
    if (this.#costs.isCheap(text.text)) return await this.#readShared(store, text, values);
    return await this.#scan(store, text, values);
  }

  async #readShared(store: StoreName, text: StoreText, values: Statement['values']): Promise<Answer> {
    const picked = this.#parts.reads.pick();
    const connection = picked instanceof Promise ? await picked : picked;
    try {
      const answer = await send(connection, store, text, values);
      this.#costs.record(text.text, connection.lastTookMs);
      return answer;
    } catch (error) {
      // Too slow for here, or behind a change of its table, for which it may wait elsewhere without holding others up.
      if (!(error instanceof DatabaseFailure) || error.kind !== 'timeout') throw error;
      this.#costs.forget(text.text);
      return await this.#scan(store, text, values);
    }
  }

  #scan(store: StoreName, text: StoreText, values: Statement['values']): Promise<Answer> {
    return this.#parts.scans.use(store, async (connection) => {
      const answer = await send(connection, store, text, values);
      this.#costs.record(text.text, connection.lastTookMs);
      return answer;
    });
  }
}

/**
 * Names without a schema are found by a search path that holds for this statement's transaction only. All three are
 * sent at once, so nobody's statement comes between; should the first fail, the second finds no table at all.
 */
function send(connection: Connection, store: StoreName, text: StoreText, values: Statement['values']): Promise<Answer> {
  if (text.isQualified) return connection.run(text.text, values);
  connection.say(`BEGIN READ ONLY; SET LOCAL search_path TO ${schemaOf(store)}`).catch(() => undefined);
  const answer = connection.run(text.text, values);
  connection.say('COMMIT').catch(() => undefined);
  return answer;
}
