import type { Search } from '../../shared/address/search-text.ts';
import { answerOf, api } from '../../shared/api/client.ts';
import { instantOf } from '../../shared/forms/times.ts';

export interface LoggedRequest {
  readonly id: string;
  readonly at: string;
  readonly request_id: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: string | null;
  readonly error: string | null;
  readonly duration_ms: number;
  readonly caller: string | null;
  readonly ip: string;
  readonly user_agent: string | null;
  readonly run_id: string | null;
}

export interface LogPage {
  readonly requests: readonly LoggedRequest[];
  readonly count: number;
  /** The number of requests on the pages before this one. */
  readonly earlier: number;
}

export const LOG_ROWS = 100;
const FOLLOW_MS = 2000;
/** Sorts before the id of every entry. */
const BEGINNING = '00000000-0000-0000-0000-000000000000';

export function isOldestFirst({ order }: Search): boolean {
  return order === 'at:asc';
}

export function logsQuery(project: string, search: Search) {
  const filters = filtersOf(search);
  const { before, after } = search;
  const isOldest = isOldestFirst(search);
  return {
    queryKey: [project, 'logs', 'list', { ...filters, before, after, isOldest }],
    refetchInterval: search['follow'] === 'on' ? FOLLOW_MS : (false as const),
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<LogPage> => {
      const read: ReadPage = (place) => readRequests(project, { ...filters, ...place }, signal);
      const [forward, back] = isOldest ? [after, before] : [before, after];
      if (back !== undefined) {
        const page = await read({ ...(isOldest ? { before: back } : { after: back }), limit: LOG_ROWS });
        // Fewer than a page come before, so show the first page.
        if (page.count > LOG_ROWS) {
          const all = await read({ limit: 0 });
          return { requests: page.requests.toReversed(), count: all.count, earlier: page.count - LOG_ROWS };
        }
      }
      const start = back === undefined ? forward : undefined;
      const place = isOldest ? { after: start ?? BEGINNING } : start === undefined ? {} : { before: start };
      const page = await read({ ...place, limit: LOG_ROWS });
      if (start === undefined) return { ...page, earlier: 0 };
      const all = await read({ limit: 0 });
      return { requests: page.requests, count: all.count, earlier: Math.max(0, all.count - page.count) };
    },
  };
}

interface LogPlace {
  readonly after?: string;
  readonly before?: string;
  readonly limit: number;
}

type ReadPage = (place: LogPlace) => Promise<Omit<LogPage, 'earlier'>>;

export function requestQuery(project: string, request: string) {
  return {
    queryKey: [project, 'logs', 'one', request],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<LoggedRequest | null> => {
      const { requests } = await readRequests(project, { request_id: request, limit: 1 }, signal);
      return requests[0] ?? null;
    },
  };
}

export function isLogNarrowed(search: Search): boolean {
  return Object.keys(filtersOf(search)).length > 0;
}

function filtersOf({ request_id, status, method, path, since }: Search): Readonly<Record<string, string>> {
  const filters = { request_id, status, method, path, since: instantOf(since ?? '') };
  const entered = Object.entries(filters).flatMap(([name, value = '']) =>
    value.trim() === '' ? [] : [[name, value.trim()]],
  );
  return Object.fromEntries(entered);
}

async function readRequests(project: string, query: object, signal: AbortSignal) {
  const params = { path: { project_id: project }, query };
  const { data, count } = await answerOf(api.GET('/api/cloud/projects/{project_id}/logs', { params, signal }));
  return { requests: data.filter((entry) => entry.source === 'request'), count };
}
