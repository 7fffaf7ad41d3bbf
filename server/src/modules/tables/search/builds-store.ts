import type { Database, PlainStep, StoreName } from '../../../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../../database/index.ts';

interface SearchBuildsTables {
  _search_builds: {
    table_id: string;
    search_key: string;
    after_id: string;
    rows_done: number;
    rows_total: number;
  };
}

export interface SearchBuild {
  readonly tableId: string;
  readonly key: string;
  /** Rows up to this id are indexed. */
  readonly afterId: string;
  readonly rowsDone: number;
  readonly rowsTotal: number;
}

/** Name of the step that fails when another process is further along. */
export const PORTION_STEP = 'search_portion';

export function createBuildsStore(database: Database) {
  const db = createSqlBuilder<SearchBuildsTables>(database);
  return {
    async find(store: StoreName, tableId: string): Promise<SearchBuild | undefined> {
      const query = db.selectFrom('_search_builds').selectAll().where('table_id', '=', tableId);
      const [row] = await fetchRows(database, query, store);
      if (row === undefined) return undefined;
      return {
        tableId,
        key: row.search_key,
        afterId: row.after_id,
        rowsDone: Number(row.rows_done),
        rowsTotal: Number(row.rows_total),
      };
    },

    /** One build per table: this replaces the build of an earlier index, which stays until then. */
    startSteps({ tableId, key, afterId, rowsDone, rowsTotal }: SearchBuild): PlainStep[] {
      const row = { table_id: tableId, search_key: key, after_id: afterId, rows_done: rowsDone, rows_total: rowsTotal };
      const forget = db.deleteFrom('_search_builds').where('table_id', '=', tableId);
      return [plainStep(forget), plainStep(db.insertInto('_search_builds').values(row))];
    },

    moveStep(from: SearchBuild, to: SearchBuild): PlainStep {
      const query = db
        .updateTable('_search_builds')
        .set({ after_id: to.afterId, rows_done: to.rowsDone })
        .where('table_id', '=', from.tableId)
        .where('search_key', '=', from.key)
        .where('after_id', '=', from.afterId);
      return plainStep(query, { atLeast: 1, name: PORTION_STEP });
    },
  };
}

export type BuildsStore = ReturnType<typeof createBuildsStore>;
