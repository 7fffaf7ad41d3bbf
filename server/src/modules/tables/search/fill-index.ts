import { setTimeout as pause } from 'node:timers/promises';
import type { Database, StoreName, TableDefinition, WordIndex } from '../../../database/index.ts';
import { isDatabaseFailure, isNotApplied, wordIndex } from '../../../database/index.ts';
import { fillWords, readTexts, textsOf } from '../../../database/sql/index.ts';
import { type BuildsStore, PORTION_STEP, type SearchBuild } from './builds-store.ts';
import { NIL_UUID, nextPortion } from './next-portion.ts';

/** While another process builds the same index, checks after this time whether it makes progress. */
const OTHERS_TURN_MS = 3_000;
const PAUSE_MS_MAX = 100;

/** False when the tables changed or the work was stopped before the index was complete. */
export type IndexFiller = (store: StoreName, table: TableDefinition, schemaVersion: number) => Promise<boolean>;

export function createIndexFiller(database: Database, builds: BuildsStore, closing: AbortSignal): IndexFiller {
  const { dialect } = database;

  const find = async (store: StoreName, table: TableDefinition, index: WordIndex): Promise<SearchBuild> => {
    const found = await builds.find(store, table.id);
    if (found?.key === index.key) return found;
    const text = `SELECT count(*) AS "count" FROM ${dialect.table(index.table)}`;
    const [row] = await database.query(store, { text, values: [] });
    const rowsTotal = Number(row?.['count'] ?? 0);
    const build = { tableId: table.id, key: index.key, afterId: NIL_UUID, rowsDone: 0, rowsTotal };
    await database.write(store, builds.startSteps(build));
    return build;
  };

  const fillPortion = async (
    store: StoreName,
    index: WordIndex,
    build: SearchBuild,
    schemaVersion: number,
  ): Promise<SearchBuild | undefined> => {
    const portion = await nextPortion(database, store, index, build.afterId);
    if (portion === undefined) return undefined;
    const { range, rows } = portion;
    const texts = dialect.search.makesWords ? [] : await database.query(store, textsOf(dialect, index, range));
    const next = { ...build, afterId: range.upTo, rowsDone: build.rowsDone + rows };
    const statement = fillWords(dialect, index, range, readTexts(index, texts));
    // Updates the row of the build first, so that a second process fails before it writes anything.
    await database.write(store, [builds.moveStep(build, next), { kind: 'plain', statement }], { schemaVersion });
    return next;
  };

  return async (store, table, schemaVersion) => {
    const index = wordIndex(table);
    if (index === undefined) return true;
    let build: SearchBuild | undefined = await find(store, table, index);
    while (!closing.aborted) {
      const startedAt = performance.now();
      try {
        build = await fillPortion(store, index, build, schemaVersion);
        if (build === undefined) return true;
        // Leaves requests at least as much database time as this work takes.
        await pause(Math.min(performance.now() - startedAt, PAUSE_MS_MAX));
      } catch (error) {
        if (isDatabaseFailure(error, 'stale_schema')) return false;
        if (!isNotApplied(error, PORTION_STEP)) throw error;
        await pause(OTHERS_TURN_MS, undefined, { signal: closing, ref: false }).catch(() => undefined);
        const moved = await builds.find(store, table.id);
        if (moved?.key !== index.key) return false;
        build = moved;
      }
    }
    return false;
  };
}
