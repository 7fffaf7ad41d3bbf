import type { SettledCount } from '../counts/count-cache.ts';
import { cheapestScan, type RaceStatement, type RaceWinner, racePaths, repeatWinner } from '../sql/reads/race-paths.ts';
import { mapError } from './map-error.ts';
import type { CountRequest, ListReply, ListRequest, Reply, RequestOf, ScanRequest } from './protocol.ts';
import { SchemaVersion } from './schema-version.ts';
import { startStopwatch } from './stopwatch.ts';
import type { StoreHandle } from './store-handle.ts';
import { readTableStats, type TableStats } from './table-stats.ts';

export type ReadRequest = RequestOf<'query'> | RequestOf<'list'>;

export interface ReadContext {
  readonly handle: StoreHandle;
  readonly textOf: (statement: number) => string;
}

/** Answers reads from one snapshot, so that it is opened, and a table's state is read, only once. */
export function readSnapshot(context: ReadContext, requests: readonly ReadRequest[]): Reply[] {
  const { handle } = context;
  const snapshot = new Snapshot(context);
  const isOneQuery = requests.length === 1 && requests[0]?.op === 'query';
  if (isOneQuery) return requests.map((request) => snapshot.answer(request));
  handle.exec('BEGIN');
  try {
    return requests.map((request) => snapshot.answer(request));
  } finally {
    handle.exec('COMMIT');
  }
}

/** A count builds on the settled rows while at most this many rows were inserted since. */
const TAIL_ROWS_MAX = 4_096;
const ROWS_ASSUMED = 100_000;

type CountReply = Pick<ListReply, 'count' | 'version' | 'countCostMs' | 'countPath' | 'settled'>;

interface FoundRows {
  readonly rows: readonly (readonly (string | number | null)[])[];
  readonly winner: RaceWinner | undefined;
}

interface CheapestScan {
  readonly statement: RaceStatement<number>;
  readonly path: number;
}

const NOT_COUNTED: CountReply = { count: -1, version: -1, countCostMs: -1, countPath: -1, settled: undefined };

class Snapshot {
  readonly #context: ReadContext;
  readonly #stats = new Map<string, TableStats>();
  readonly #schemaVersion: SchemaVersion;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#schemaVersion = new SchemaVersion(context.handle);
  }

  answer(request: ReadRequest): Reply {
    const { id } = request;
    try {
      return { id, value: request.op === 'query' ? this.#query(request) : this.#list(request) };
    } catch (error) {
      return { id, error: mapError(error, this.#context.handle.directory).error };
    }
  }

  #query({ text, values }: RequestOf<'query'>): unknown {
    return this.#context.handle.rows(this.#context.textOf(text), values);
  }

  #list({ list }: RequestOf<'list'>): ListReply | null {
    const { schemaVersion, count, mayDecline, isMeasured } = list;
    if (schemaVersion !== 0) this.#schemaVersion.require(schemaVersion);
    const counted = count === undefined ? NOT_COUNTED : this.#count(count, mayDecline);
    if (counted === undefined) return null;
    const stop = isMeasured ? startStopwatch() : undefined;
    const found = this.#find(list);
    if (found === undefined) return null;
    const { rows, winner } = found;
    const json = rows.length === 1 ? String(rows[0]?.[0]) : rows.map((row) => row[0]).join(',');
    return { json, returned: rows.length, costMs: stop?.() ?? 0, winner, ...counted };
  }

  #find({ rows, race, again, paths }: ListRequest): FoundRows | undefined {
    const run = (statement: RaceStatement<number>) => this.#arrays(statement);
    if (race !== undefined) {
      const { version, rows: tableRows = ROWS_ASSUMED } = this.#statsOf(race.tableId);
      return racePaths({ ...race, version, tableRows }, run);
    }
    if (again !== undefined) return repeatWinner(again, this.#statsOf(again.tableId).version, run);
    return rows && { rows: run(this.#cheapest(rows, paths).statement), winner: undefined };
  }

  /** Undefined when counting may take long and the request may decline that. */
  #count(request: CountRequest, mayDecline: boolean): CountReply | undefined {
    const { tableId, lookedInto, isWhole, known } = request;
    const stats = this.#statsOf(tableId);
    const { rows, version: own } = stats;
    // Versions only grow, so their sum changes whenever one of the tables changes.
    const version = lookedInto.reduce((sum, id) => (id === tableId ? sum : sum + this.#statsOf(id).version), own);
    if (isWhole && rows !== undefined) return { ...NOT_COUNTED, count: rows, version };
    if (known?.version === version) return { ...NOT_COUNTED, count: known.count, version };
    const stop = startStopwatch();
    const grown = this.#countTail(request, stats);
    if (grown !== undefined) return { ...grown, countCostMs: stop(), countPath: undefined };
    if (mayDecline) return undefined;
    const { statement, path } = this.#cheapest(request.statement, request.paths);
    const count = Number(this.#arrays(statement)[0]?.[0] ?? 0);
    const countCostMs = stop();
    return { count, version, countCostMs, countPath: path, settled: this.#settle(request, stats, count) };
  }

  #countTail(
    { tail, known }: CountRequest,
    stats: TableStats,
  ): Pick<CountReply, 'count' | 'version' | 'settled'> | undefined {
    const { version, rows, settledId, settledVersion } = stats;
    const settled = known?.settled;
    if (tail === undefined || settled === undefined || settled.version < settledVersion) return undefined;
    if (rows === undefined || rows - (settled.rows ?? 0) > TAIL_ROWS_MAX) return undefined;
    const [all, grown] = this.#tailAfter(tail, settled.upTo, settledId);
    return {
      count: settled.count + all,
      version,
      settled: { version, upTo: settledId, count: settled.count + grown, rows },
    };
  }

  #settle({ tail }: CountRequest, { version, rows, settledId }: TableStats, count: number): SettledCount | undefined {
    if (tail === undefined || settledId === '' || rows === undefined) return undefined;
    const [after] = this.#tailAfter(tail, settledId, settledId);
    return { version, upTo: settledId, count: count - after, rows };
  }

  #tailAfter({ text, values }: RaceStatement<number>, after: string, upTo: string): readonly [number, number] {
    const [row] = this.#arrays({ text, values: [after, upTo, ...values.slice(2)] });
    return [Number(row?.[0] ?? 0), Number(row?.[1] ?? 0)];
  }

  #cheapest(usual: RaceStatement<number>, paths: ScanRequest | undefined): CheapestScan {
    if (paths === undefined) return { statement: usual, path: -1 };
    const { filters, rowCost, tableId } = paths;
    const cost = rowCost * (this.#statsOf(tableId).rows ?? ROWS_ASSUMED);
    const path = cheapestScan({ filters, cost }, (statement) => this.#arrays(statement));
    return { statement: filters[path]?.rows ?? usual, path };
  }

  #arrays({ text, values }: RaceStatement<number>): (string | number | null)[][] {
    return this.#context.handle.arrays(this.#context.textOf(text), values);
  }

  #statsOf(tableId: string): TableStats {
    const known = this.#stats.get(tableId);
    if (known !== undefined) return known;
    const stats = readTableStats(this.#context.handle, tableId);
    this.#stats.set(tableId, stats);
    return stats;
  }
}
