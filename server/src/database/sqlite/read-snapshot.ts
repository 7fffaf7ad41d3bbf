import type { CountCache } from './count-cache.ts';
import { mapError } from './map-error.ts';
import type { ListReply, Reply, RequestOf } from './protocol.ts';
import { SchemaVersion } from './schema-version.ts';
import type { StoreHandle } from './store-handle.ts';
import { readTableStats, type TableStats } from './table-stats.ts';

export type ReadRequest = RequestOf<'query'> | RequestOf<'list'>;

export interface ReadContext {
  readonly handle: StoreHandle;
  readonly textOf: (statement: number) => string;
  readonly counts: CountCache;
}

/** Answers reads that came together from one snapshot, so that opening it and asking for the table's state is paid once. */
export function readSnapshot(context: ReadContext, requests: readonly ReadRequest[]): Reply[] {
  const { handle } = context;
  const snapshot = new Snapshot(context);
  const isOneQuery = requests.length === 1 && requests[0]?.[1] === 'query';
  if (isOneQuery) return requests.map((request) => snapshot.answer(request));
  handle.exec('BEGIN');
  try {
    return requests.map((request) => snapshot.answer(request));
  } finally {
    handle.exec('COMMIT');
  }
}

class Snapshot {
  readonly #context: ReadContext;
  readonly #stats = new Map<string, TableStats>();
  readonly #schemaVersion: SchemaVersion;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#schemaVersion = new SchemaVersion(context.handle);
  }

  answer(request: ReadRequest): Reply {
    try {
      return [request[0], request[1] === 'query' ? this.#query(request) : this.#list(request)];
    } catch (error) {
      return [request[0], null, mapError(error, this.#context.handle.directory).error];
    }
  }

  #query([, , , statement, values]: RequestOf<'query'>): unknown {
    return this.#context.handle.rows(this.#context.textOf(statement), values);
  }

  #list(request: RequestOf<'list'>): ListReply | null {
    const startedMs = performance.now();
    const [, , , schemaVersion, rowsStatement, rowValues, countStatement] = request;
    if (schemaVersion !== 0) this.#schemaVersion.require(schemaVersion);
    const { handle, textOf } = this.#context;
    const counted = countStatement === 0 ? { count: -1, countedAt: -1 } : this.#count(request);
    if (counted === undefined) return null;
    const rows = handle.arrays(textOf(rowsStatement), rowValues);
    const json = rows.length === 1 ? String(rows[0]?.[0]) : rows.map((row) => row[0]).join(',');
    return { json, returned: rows.length, ...counted, costMs: performance.now() - startedMs };
  }

  /** Undefined when counting would take long and the caller asked for nothing that does. */
  #count(request: RequestOf<'list'>): { count: number; countedAt: number } | undefined {
    const [, , store, , , , statement, values, tableId, isWhole, mayDecline] = request;
    const { counts, textOf } = this.#context;
    const stats = this.#statsOf(tableId);
    if (isWhole) {
      if (stats.rows !== undefined) return { count: stats.rows, countedAt: -1 };
      return mayDecline ? undefined : { count: this.#runCount(statement, values), countedAt: stats.version };
    }
    const key = counts.keyOf(store, textOf(statement), values);
    const known = key === undefined ? undefined : counts.find(key, stats.version);
    if (known !== undefined) return { count: known, countedAt: -1 };
    if (mayDecline && (key === undefined || !counts.isCheap(key))) return undefined;
    const startedMs = performance.now();
    const count = this.#runCount(statement, values);
    if (key !== undefined) counts.keep(key, { version: stats.version, count, costMs: performance.now() - startedMs });
    return { count, countedAt: -1 };
  }

  #runCount(statement: number, values: RequestOf<'list'>[7]): number {
    const [row] = this.#context.handle.arrays(this.#context.textOf(statement), values);
    return Number(row?.[0] ?? 0);
  }

  #statsOf(tableId: string): TableStats {
    const known = this.#stats.get(tableId);
    if (known !== undefined) return known;
    const stats = readTableStats(this.#context.handle, tableId);
    this.#stats.set(tableId, stats);
    return stats;
  }
}
