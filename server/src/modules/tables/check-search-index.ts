import { setTimeout as pause } from 'node:timers/promises';
import { type Static, Type } from 'typebox';
import type { Project } from '../../callers/index.ts';
import type { Database, EntryPlace, StoreName, WordIndex } from '../../database/index.ts';
import { wordIndex } from '../../database/index.ts';
import { countSurplusWords, countWrongWords, readTexts, textsOf } from '../../database/sql/index.ts';
import type { Answer } from '../../http/index.ts';
import { ServiceError, validationFailed } from '../../platform/errors.ts';
import { requireTable } from './change-tables.ts';
import { NIL_UUID, nextPortion } from './search/next-portion.ts';
import type { TablesContext } from './tables-context.ts';

/** One request compares rows for about this long. The next one continues after them. */
const WORK_MS = 2_000;
const PAUSE_MS_MAX = 100;
const RETRY_AFTER_SECONDS = 2;
const SURPLUS_ENTRIES = 25_000;
const LAST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** The id of a row, or the number of an entry and its word. */
const PLACE = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(\d{1,16})\.(.*))$/u;

export const searchCheckQuery = Type.Object({
  after: Type.Optional(Type.String({ description: '`next` of the previous answer.' })),
});

export const searchCheckAnswer = Type.Object({
  data: Type.Object({
    rows: Type.Integer({ description: 'The number of rows compared with the index.' }),
    wrong: Type.Integer({
      description: 'The number of rows whose words differ from the index, plus index entries without a row.',
    }),
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'Where the next request continues; null when the whole table has been checked.',
    }),
  }),
  count: Type.Literal(1),
});

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
  for (let place: string | null = after; place !== null; ) {
    if (performance.now() > until) return { status: 200, body: { data: { ...found, next: place }, count: 1 } };
    const startedAt = performance.now();
    const portion = await checkFrom(database, store, index, place);
    found.rows += portion.rows;
    found.wrong += portion.wrong;
    place = portion.next;
    // Leaves requests at least as much database time as this work takes.
    await pause(Math.min(performance.now() - startedAt, PAUSE_MS_MAX));
  }
  return { status: 200, body: { data: { ...found, next: null }, count: 1 } };
}

interface CheckedPortion {
  readonly rows: number;
  readonly wrong: number;
  readonly next: string | null;
}

/** Checks the words of all rows first, then whether the rows have all the words that are in the index. */
async function checkFrom(
  database: Database,
  store: StoreName,
  index: WordIndex,
  place: string,
): Promise<CheckedPortion> {
  const [isPlace, entry, word] = PLACE.exec(place) ?? [];
  if (isPlace === undefined) throw validationFailed({ after: 'must be `next` of the answer before' });
  if (entry === undefined) return await checkRows(database, store, index, place);
  return await checkEntries(database, store, index, { word: word ?? '', entry: Number(entry) });
}

async function checkRows(
  database: Database,
  store: StoreName,
  index: WordIndex,
  after: string,
): Promise<CheckedPortion> {
  const { dialect } = database;
  const portion = await nextPortion(database, store, index, after);
  // After the last row, the index may still have entries of deleted rows.
  const range = portion?.range ?? { after, upTo: LAST_UUID };
  const texts = dialect.search.makesWords ? [] : await database.query(store, textsOf(dialect, index, range));
  const [row] = await database.query(store, countWrongWords(dialect, index, range, readTexts(index, texts)));
  const next = portion === undefined ? '0.' : range.upTo;
  return { rows: portion?.rows ?? 0, wrong: Number(row?.['wrong'] ?? 0), next };
}

async function checkEntries(
  database: Database,
  store: StoreName,
  index: WordIndex,
  after: EntryPlace,
): Promise<CheckedPortion> {
  const statement = countSurplusWords(database.dialect, index, { after, limit: SURPLUS_ENTRIES });
  const [row] = statement === undefined ? [] : await database.query(store, statement);
  const { word, entry, wrong } = row ?? {};
  const next = typeof word === 'string' ? `${Number(entry)}.${word}` : null;
  return { rows: 0, wrong: Number(wrong ?? 0), next };
}
