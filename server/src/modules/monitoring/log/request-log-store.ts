import type { Database, PlainStep, StoreName } from '../../../database/index.ts';
import { containsText, createSqlBuilder, fetchCount, fetchRows, plainStep } from '../../../database/index.ts';
import type { LogPage } from './log-source.ts';
import { isInSpan, type LogSpan } from './log-span.ts';
import type { RequestEntry } from './request-entry.ts';

export interface RequestRow {
  id: string;
  at: string;
  request_id: string;
  method: string;
  path: string;
  status: number;
  code: string | null;
  error: string | null;
  duration_ms: number;
  caller: string | null;
  ip: string;
  user_agent: string | null;
  run_id: string | null;
}

export interface RequestFilter extends LogSpan {
  readonly requestId?: string | undefined;
  /** Lowest and highest status, both inclusive. */
  readonly statuses?: readonly [number, number] | undefined;
  readonly method?: string | undefined;
  /** Part of the path, with `*` for any run of characters. */
  readonly path?: string | undefined;
  readonly caller?: string | undefined;
}

const ROWS_PER_STATEMENT = 25;

export type RequestLogStore = ReturnType<typeof createRequestLogStore>;

export function createRequestLogStore(database: Database) {
  const db = createSqlBuilder<{ _request_log: RequestRow }>(database);

  const matching = (filter: RequestFilter, page: LogPage) => {
    const { requestId, statuses, method, path, caller } = filter;
    let query = db.selectFrom('_request_log').where(isInSpan(filter, page));
    if (requestId !== undefined) query = query.where('request_id', '=', requestId);
    if (statuses !== undefined) query = query.where('status', '>=', statuses[0]).where('status', '<=', statuses[1]);
    if (method !== undefined) query = query.where('method', '=', method);
    if (path !== undefined) query = query.where(containsText(database, 'path', path));
    if (caller !== undefined) query = query.where('caller', '=', caller);
    return query;
  };

  return {
    async list(store: StoreName, filter: RequestFilter, page: LogPage): Promise<readonly RequestRow[]> {
      const query = matching(filter, page)
        .selectAll()
        .orderBy('id', page.after === undefined ? 'desc' : 'asc')
        .limit(page.limit);
      return await fetchRows(database, query, store);
    },

    async count(store: StoreName, filter: RequestFilter, page: LogPage): Promise<number> {
      return await fetchCount(database, matching(filter, page), store);
    },

    insertSteps(entries: readonly { readonly id: string; readonly entry: RequestEntry }[]): PlainStep[] {
      const steps: PlainStep[] = [];
      for (let at = 0; at < entries.length; at += ROWS_PER_STATEMENT) {
        const rows = entries.slice(at, at + ROWS_PER_STATEMENT).map(rowOf);
        steps.push(plainStep(db.insertInto('_request_log').values(rows)));
      }
      return steps;
    },
  };
}

function rowOf({ id, entry }: { readonly id: string; readonly entry: RequestEntry }): RequestRow {
  return {
    id,
    at: entry.at,
    request_id: entry.requestId,
    method: entry.method,
    path: entry.path,
    status: entry.status,
    code: entry.code,
    error: entry.error,
    duration_ms: entry.durationMs,
    caller: entry.caller,
    ip: entry.ip,
    user_agent: entry.userAgent,
    run_id: entry.runId,
  };
}
