import { setTimeout as pause } from 'node:timers/promises';
import { type Static, Type } from 'typebox';
import type { Project } from '../../callers/index.ts';
import type { Database, StoreName } from '../../database/database.ts';
import { wordIndex } from '../../database/ddl/search-steps.ts';
import type { WordIndex } from '../../database/dialect.ts';
import { countSurplusWords, countWrongWords, readTexts, textsOf } from '../../database/sql/index.ts';
import type { Answer } from '../../http/index.ts';
import { ServiceError, validationFailed } from '../../platform/errors.ts';
import { requireTable } from './change-tables.ts';
import { NIL_UUID, nextPortion } from './search/next-portion.ts';
import type { TablesContext } from './tables-context.ts';

/** One request compares rows for about so long; the next one goes on behind them. */
const WORK_MS = 2_000;
const PAUSE_MS_MAX = 100;
const RETRY_AFTER_SECONDS = 2;
const SURPLUS_ENTRIES = 5_000;
const LAST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export const searchCheckQuery = Type.Object({
  after: Type.Optional(Type.String({ format: 'uuid', description: '`next` of the answer before.' })),
});

export const searchCheckAnswer = Type.Object({
  data: Type.Object({
    rows: Type.Integer({ description: 'How many rows were compared with the index.' }),
    wrong: Type.Integer({ description: 'Rows whose words differ from those in the index, and entries without a row.' }),
    next: Type.Union([Type.String(), Type.Null()], { description: 'Where the next request goes on; null at the end.' }),
  }),
  count: Type.Literal(1),
});

/** Compares the index of words with the rows of a table, from a row on. */
export async function checkSearchIndex(
  context: TablesContext,
  { project, name }: { readonly project: Project; readonly name: string },
  { after = NIL_UUID }: Static<typeof searchCheckQuery>,
): Promise<Answer> {
  const { database, cache, searchBuilds } = context;
  const { store } = project;
  const catalogue = await cache.get(store);
  const table = requireTable(catalogue, name);
  const definition = catalogue.stored.get(table.id)?.definition;
  const index = definition && wordIndex(definition);
  if (index === undefined) throw validationFailed({ name: `no column of "${name}" is searchable` });
  if (table.search?.isWhole !== true) {
    throw new ServiceError('unavailable', 'The rows of this table are still being indexed. Try again.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      details: { progress: await searchBuilds.progress(store, table) },
    });
  }
  const until = performance.now() + WORK_MS;
  const found = { rows: 0, wrong: 0 };
  const answer = (next: string | null): Answer => ({ status: 200, body: { data: { ...found, next }, count: 1 } });
  for (let from = after; ; ) {
    const startedAt = performance.now();
    const portion = await checkPortion(database, store, index, from);
    found.rows += portion.rows;
    found.wrong += portion.wrong;
    if (portion.last === undefined) break;
    from = portion.last;
    if (performance.now() > until) return answer(from);
    // Leaves requests at least as much database time as this work takes.
    await pause(Math.min(performance.now() - startedAt, PAUSE_MS_MAX));
  }
  found.wrong += await countSurplus(database, store, index);
  return answer(null);
}

interface CheckedPortion {
  readonly rows: number;
  readonly wrong: number;
  /** Undefined behind the last row. */
  readonly last: string | undefined;
}

async function checkPortion(
  database: Database,
  store: StoreName,
  index: WordIndex,
  after: string,
): Promise<CheckedPortion> {
  const { dialect } = database;
  const portion = await nextPortion(database, store, index, after);
  // Behind the last row there may be entries of rows that are gone.
  const range = portion?.range ?? { after, upTo: LAST_UUID };
  const texts = dialect.search.makesWords ? [] : await database.query(store, textsOf(dialect, index, range));
  const [row] = await database.query(store, countWrongWords(dialect, index, range, readTexts(index, texts)));
  return { rows: portion?.rows ?? 0, wrong: Number(row?.['wrong'] ?? 0), last: portion && range.upTo };
}

async function countSurplus(database: Database, store: StoreName, index: WordIndex): Promise<number> {
  let wrong = 0;
  for (let after = 0; ; ) {
    const statement = countSurplusWords(database.dialect, index, after, SURPLUS_ENTRIES);
    const [row] = statement === undefined ? [] : await database.query(store, statement);
    wrong += Number(row?.['wrong'] ?? 0);
    const last = row?.['last'] ?? null;
    if (last === null) return wrong;
    after = Number(last);
  }
}
