import { type Static, Type } from 'typebox';
import { isoTime } from '../../../platform/clock.ts';
import { ServiceError, validationFailed } from '../../../platform/errors.ts';
import { parseUuid } from '../../../platform/ids.ts';
import { requireInstant } from '../../../platform/instant.ts';
import type { LineFilter } from './function-log-store.ts';
import { LOG_SOURCES, type LogPage, type LogSourceName } from './log-source.ts';
import type { RequestFilter } from './request-log-store.ts';

const LIMIT_DEFAULT = 100;
const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
const STATUS = /^(?:[1-5]\d\d|[1-5]xx)$/;

const text = (description: string) => Type.Optional(Type.String({ maxLength: 500, description }));

export const logsQuery = Type.Object({
  source: Type.Optional(Type.Enum([...LOG_SOURCES], { default: 'request' })),
  after: text('The id of an entry: returns entries written after it, oldest first.'),
  before: text('The id of an entry: returns entries written before it.'),
  limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, default: LIMIT_DEFAULT })),
  wait: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 25, description: 'How many seconds to wait for an entry when there is none.' }),
  ),
  since: text('ISO 8601 time: requests that began and lines that were written then or later.'),
  until: text('ISO 8601 time, exclusive.'),
  request_id: text('Requests with this id.'),
  status: text('Requests with this status: `404`, or `5xx` for a whole class.'),
  method: text('Requests with this method.'),
  path: text('Requests whose path contains this, case-insensitive; `*` matches any characters.'),
  caller: text('Requests of this caller: `anonymous`, `user:<id>` or `secret:<id>`.'),
  function: text('Lines of the function with this name.'),
  level: Type.Optional(Type.Enum([...LEVELS], { description: 'Only lines with this level.' })),
});

export type LogsQuery = Static<typeof logsQuery>;

const ONLY: Readonly<Record<LogSourceName, readonly (keyof LogsQuery)[]>> = {
  request: ['request_id', 'status', 'method', 'path', 'caller'],
  function: ['function', 'level'],
};

/** Throws `unknown_parameter` for filters of the other log, `invalid_cursor`, `validation_failed`. */
export function readPage(query: LogsQuery): LogPage {
  const source = query.source ?? 'request';
  const foreign = ONLY[source === 'request' ? 'function' : 'request'].find((name) => query[name] !== undefined);
  if (foreign !== undefined) {
    throw new ServiceError('unknown_parameter', `The parameter '${foreign}' is not supported with source ${source}.`);
  }
  if (query.after !== undefined && query.before !== undefined) {
    throw new ServiceError('invalid_cursor', 'after and before cannot be combined.');
  }
  return {
    after: readCursor('after', query.after),
    before: readCursor('before', query.before),
    limit: query.limit ?? LIMIT_DEFAULT,
  };
}

function readCursor(name: 'after' | 'before', text: string | undefined): string | undefined {
  const id = text === undefined ? undefined : parseUuid(text);
  if (text !== undefined && id === undefined) {
    throw new ServiceError('invalid_cursor', `${name} must be the id of an entry.`);
  }
  return id;
}

function timesOf({ since, until }: LogsQuery): Pick<RequestFilter, 'sinceMs' | 'until'> {
  return {
    sinceMs: since === undefined ? undefined : requireInstant(since, 'since'),
    until: until === undefined ? undefined : isoTime(requireInstant(until, 'until')),
  };
}

export function readRequestFilter(query: LogsQuery): RequestFilter {
  const { request_id, status, method, path, caller } = query;
  const requestId = request_id === undefined ? undefined : parseUuid(request_id);
  if (request_id !== undefined && requestId === undefined)
    throw validationFailed({ request_id: 'must be a request id' });
  return {
    ...timesOf(query),
    requestId,
    statuses: status === undefined ? undefined : readStatus(status),
    method: method?.toUpperCase(),
    path: path === '' ? undefined : path,
    caller,
  };
}

function readStatus(text: string): readonly [number, number] {
  const status = text.toLowerCase();
  if (!STATUS.test(status)) throw validationFailed({ status: 'must be a status such as 404, or a class such as 5xx' });
  return [Number(status.replace('xx', '00')), Number(status.replace('xx', '99'))];
}

export function readLineFilter(query: LogsQuery): LineFilter {
  return { ...timesOf(query), functionName: query.function, level: query.level };
}
