import type { Project } from '../../../callers/index.ts';
import type { StoreName } from '../../../database/index.ts';
import type { Answer, MemberCall } from '../../../http/index.ts';
import type { Waiters } from '../../../platform/waiters.ts';
import type { FunctionLogStore, LineRow } from './function-log-store.ts';
import { type LogsQuery, readLineFilter, readPage, readRequestFilter } from './log-queries.ts';
import type { LogEntries, LogPage } from './log-source.ts';
import type { RequestLog } from './request-log.ts';
import type { RequestLogStore, RequestRow } from './request-log-store.ts';

const BEGINNING = '00000000-0000-0000-0000-000000000000';

export interface LogContext {
  readonly requestLog: RequestLog;
  readonly requestLogStore: RequestLogStore;
  readonly functionLogStore: FunctionLogStore;
  readonly waiters: Waiters;
  readonly flushLines: (store: StoreName) => Promise<void>;
}

/** Waits for an entry if the caller asks for that. `cursor` is the value for the next `after`. */
export async function listLogs(context: LogContext, call: MemberCall<LogsQuery>): Promise<Answer> {
  const { project, query, signal } = call;
  const page = readPage(query);
  const read = readerOf(context, project, query, page);
  const patience = { seconds: query.wait ?? 0, signal };
  const { data, count } = await context.waiters.until(
    project.store,
    read,
    ({ data: found }) => found.length > 0,
    patience,
  );
  return { status: 200, body: { data, count, cursor: await cursorOf(data, page, read) } };
}

type ReadLogs = (page?: LogPage) => Promise<LogEntries>;

/** Parses the filters immediately, so that an invalid one fails before any waiting. */
function readerOf(context: LogContext, { store }: Project, query: LogsQuery, asked: LogPage): ReadLogs {
  const { requestLog, requestLogStore, functionLogStore, flushLines } = context;
  if (query.source === 'function') {
    const filter = readLineFilter(query);
    return async (page = asked) => {
      await flushLines(store);
      const [rows, count] = await Promise.all([
        functionLogStore.list(store, filter, page),
        functionLogStore.count(store, filter, page),
      ]);
      return { data: rows.map(presentLine), count };
    };
  }
  const filter = readRequestFilter(query);
  return async (page = asked) => {
    await requestLog.flush(store);
    const [rows, count] = await Promise.all([
      requestLogStore.list(store, filter, page),
      requestLogStore.count(store, filter, page),
    ]);
    return { data: rows.map(presentRequest), count };
  };
}

async function cursorOf(data: LogEntries['data'], { after, before, limit }: LogPage, read: ReadLogs): Promise<string> {
  if (after !== undefined) return data.at(-1)?.id ?? after;
  if (before === undefined && limit > 0) return data[0]?.id ?? BEGINNING;
  const [newest] = (await read({ after: undefined, before: undefined, limit: 1 })).data;
  return newest?.id ?? BEGINNING;
}

function presentRequest(row: RequestRow) {
  return { ...row, source: 'request', status: Number(row.status), duration_ms: Number(row.duration_ms) };
}

function presentLine(row: LineRow) {
  return { ...row, source: 'function' };
}
