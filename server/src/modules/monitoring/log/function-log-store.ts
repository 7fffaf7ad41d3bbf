import type { Database, PlainStep, StoreName } from '../../../database/index.ts';
import { createSqlBuilder, fetchCount, fetchRows, plainStep } from '../../../database/index.ts';
import type { LogPage } from './log-source.ts';
import { isInSpan, type LogSpan } from './log-span.ts';

export interface FunctionLine {
  readonly at: string;
  readonly functionName: string;
  readonly runId: string;
  readonly level: string;
  readonly message: string;
}

export interface LineRow {
  id: string;
  at: string;
  function: string;
  run_id: string;
  level: string;
  message: string;
}

export interface LineFilter extends LogSpan {
  readonly functionName?: string | undefined;
  readonly level?: string | undefined;
}

const ROWS_PER_STATEMENT = 50;

export type FunctionLogStore = ReturnType<typeof createFunctionLogStore>;

export function createFunctionLogStore(database: Database) {
  const db = createSqlBuilder<{ _function_log: LineRow }>(database);

  const matching = (filter: LineFilter, page: LogPage) => {
    const { functionName, level } = filter;
    let query = db.selectFrom('_function_log').where(isInSpan(filter, page));
    if (functionName !== undefined) query = query.where('function', '=', functionName);
    if (level !== undefined) query = query.where('level', '=', level);
    return query;
  };

  return {
    async list(store: StoreName, filter: LineFilter, page: LogPage): Promise<readonly LineRow[]> {
      const query = matching(filter, page)
        .selectAll()
        .orderBy('id', page.after === undefined ? 'desc' : 'asc')
        .limit(page.limit);
      return await fetchRows(database, query, store);
    },

    async count(store: StoreName, filter: LineFilter, page: LogPage): Promise<number> {
      return await fetchCount(database, matching(filter, page), store);
    },

    insertSteps(lines: readonly FunctionLine[], ids: () => string): PlainStep[] {
      const steps: PlainStep[] = [];
      for (let at = 0; at < lines.length; at += ROWS_PER_STATEMENT) {
        const rows = lines.slice(at, at + ROWS_PER_STATEMENT).map((line) => rowOf(ids(), line));
        steps.push(plainStep(db.insertInto('_function_log').values(rows)));
      }
      return steps;
    },
  };
}

function rowOf(id: string, { at, functionName, runId, level, message }: FunctionLine): LineRow {
  // A function may log any text, but databases reject NUL and lone surrogates.
  return {
    id,
    at,
    function: functionName,
    run_id: runId,
    level,
    message: message.toWellFormed().replaceAll('\0', '\ufffd'),
  };
}
