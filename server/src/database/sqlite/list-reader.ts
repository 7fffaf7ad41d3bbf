import { CountCache, countKey, isCheap, type KnownCount } from '../counts/count-cache.ts';
import type { CountRead, ListRead, ListResult, RacePath, ScanPaths, StoreName } from '../database.ts';
import type { RacePath as PathOf } from '../sql/reads/race-paths.ts';
import type { Statement } from '../statement.ts';
import type { CountRequest, ListReply, ListRequest, ListWays, ScanRequest, WireStatement } from './protocol.ts';
import { type KnownWinner, RaceWinners } from './race-winners.ts';
import { ShapeCosts } from './shape-costs.ts';
import { withSharedText } from './shared-texts.ts';
import type { MakeRequest } from './thread.ts';

export interface ListThreads {
  quick(store: StoreName, make: MakeRequest): Promise<ListReply | null>;
  scan(store: StoreName, make: MakeRequest): Promise<ListReply | null>;
  noteCount(store: StoreName, tableId: string, reply: ListReply): void;
}

/** Runs a list as a scan until its measured cost is low. A list whose count must be recomputed is a scan again. */
export class ListReader {
  readonly #threads: ListThreads;
  readonly #costs = new ShapeCosts();
  readonly #counts = new CountCache();
  readonly #winners = new RaceWinners();
  readonly #counting = new Map<string, Promise<void>>();

  constructor(threads: ListThreads) {
    this.#threads = threads;
  }

  async list(store: StoreName, read: ListRead, schemaVersion: number): Promise<ListResult> {
    const isQuick = read.cost === 'key' || this.#costs.isCheap(store, read.rows.text);
    const quick = isQuick ? await this.#quick(store, read, schemaVersion) : null;
    const reply = quick ?? (await this.#scanInTurn(store, read, { schemaVersion, isQuick }));
    const { json, returned, costMs } = reply;
    const count = reply.count < 0 ? undefined : reply.count;
    const countMs = reply.countCostMs < 0 ? undefined : reply.countCostMs;
    return { json, returned, count, ...(read.cost === 'open' && { tookMs: costMs, countMs }) };
  }

  async #quick(store: StoreName, read: ListRead, schemaVersion: number): Promise<ListReply | null> {
    const reply = await this.#threads.quick(store, this.#request(store, read, schemaVersion, true));
    if (reply !== null) this.#learn(store, read, { schemaVersion, reply });
    return reply;
  }

  async #scan(store: StoreName, read: ListRead, schemaVersion: number): Promise<ListReply> {
    const reply = await this.#threads.scan(store, this.#request(store, read, schemaVersion, false));
    if (reply === null) throw new Error('a thread declined what it was not asked to');
    this.#learn(store, read, { schemaVersion, reply });
    return reply;
  }

  /** Lists that need the same new count wait until one of them has computed it. */
  async #scanInTurn(
    store: StoreName,
    read: ListRead,
    { schemaVersion, isQuick }: { readonly schemaVersion: number; readonly isQuick: boolean },
  ): Promise<ListReply> {
    const { count } = read;
    const needsCount =
      count !== undefined && !count.whole && (isQuick || this.#counts.find(store, count) === undefined);
    if (!needsCount) return await this.#scan(store, read, schemaVersion);
    const key = `${store}\0${countKey(count)}`;
    const other = this.#counting.get(key);
    if (other !== undefined) {
      await other;
      const quick = isQuick ? await this.#quick(store, read, schemaVersion) : null;
      return quick ?? (await this.#scan(store, read, schemaVersion));
    }
    const scan = this.#scan(store, read, schemaVersion);
    this.#counting.set(
      key,
      scan.then(
        () => undefined,
        () => undefined,
      ),
    );
    return await scan.finally(() => this.#counting.delete(key));
  }

  forget(store: StoreName): void {
    this.#costs.forget(store);
    this.#counts.forget(store);
    this.#winners.forget(store);
  }

  #request(store: StoreName, read: ListRead, schemaVersion: number, isQuick: boolean): MakeRequest {
    const { race, paths, count } = read;
    const best = race && this.#winners.find(store, read);
    return (id, numberOf) => {
      const known = count === undefined || count.whole ? undefined : this.#counts.find(store, count);
      const mayDecline = isQuick && !isCheap(known);
      const numbered = ({ text, values }: Statement): WireStatement => ({ text: numberOf(text), values });
      const list: ListRequest = {
        schemaVersion,
        ...waysOf(read, { numbered, best, isQuick, schemaVersion }),
        paths: paths && pathsOf(paths, numbered),
        count: count && countOf(count, known, { numbered, schemaVersion, mayDecline }),
        mayDecline,
        isMeasured: read.cost === 'open',
      };
      return { id, op: 'list', store, list };
    };
  }

  #learn(store: StoreName, read: ListRead, { schemaVersion, reply }: VersionedReply): void {
    const { cost, rows, count } = read;
    if (reply.winner !== undefined) this.#winners.keep(store, read, reply.winner);
    if (cost === 'open') this.#costs.note(store, rows.text, reply.costMs);
    if (count === undefined || reply.countCostMs < 0) return;
    if (count.whole) this.#threads.noteCount(store, count.tableId, reply);
    else {
      const known = this.#counts.find(store, count);
      this.#counts.keep(store, count, learnCount(count, known, { schemaVersion, reply }));
    }
  }
}

interface VersionedReply {
  readonly schemaVersion: number;
  readonly reply: ListReply;
}

type NumberedPath = PathOf<number>;
type NumberStatement = (statement: Statement) => WireStatement;

interface CountEncoding {
  readonly numbered: NumberStatement;
  readonly schemaVersion: number;
  readonly mayDecline: boolean;
}

function learnCount(
  count: CountRead,
  known: KnownCount | undefined,
  { schemaVersion, reply }: VersionedReply,
): KnownCount {
  const { version, count: total, countPath, settled } = reply;
  // The cost of counting a few rows says nothing about the cost of counting all of them.
  if (countPath === undefined) {
    const costMs = known?.costMs ?? Number.POSITIVE_INFINITY;
    return { version, count: total, settled, costMs, compiled: known?.compiled };
  }
  const statement = count.paths?.filters[countPath]?.rows() ?? count.statement;
  const tail = count.tail?.();
  const compiled = { schemaVersion, statement: withSharedText(statement), tail: tail && withSharedText(tail) };
  return { version, count: total, settled, costMs: reply.countCostMs, compiled };
}

/** A count that was cheap uses the same statement again; otherwise all paths are sent. */
function countOf(count: CountRead, known: KnownCount | undefined, encoding: CountEncoding): CountRequest {
  const { numbered, schemaVersion, mayDecline } = encoding;
  const { statement, paths, tableId, lookedInto, whole } = count;
  const compiled = known?.compiled?.schemaVersion === schemaVersion ? known.compiled : undefined;
  const again = isCheap(known) ? compiled?.statement : undefined;
  const tail = compiled?.tail ?? (mayDecline ? undefined : count.tail?.());
  return {
    statement: numbered(again ?? statement),
    tail: tail && numbered(tail),
    paths: again === undefined && !mayDecline ? paths && pathsOf(paths, numbered) : undefined,
    tableId,
    lookedInto,
    isWhole: whole,
    known: known && { version: known.version, count: known.count, settled: known.settled },
  };
}

function pathsOf({ tableId, rowCost, filters }: ScanPaths, numbered: NumberStatement): ScanRequest {
  return { tableId, rowCost, filters: filters.map((path) => numberedPath(path, numbered)) };
}

function numberedPath({ probe, rows, rowCost }: RacePath, numbered: NumberStatement): NumberedPath {
  return { probe: probe && numbered(probe()), rows: numbered(rows()), rowCost };
}

interface ListEncoding {
  readonly numbered: NumberStatement;
  readonly best: KnownWinner | undefined;
  readonly isQuick: boolean;
  readonly schemaVersion: number;
}

/** All access paths, or only the last winner: if that is no longer the fastest, all of them run as a scan. */
function waysOf({ rows, race }: ListRead, { numbered, best, isQuick, schemaVersion }: ListEncoding): ListWays {
  if (race === undefined) return { rows: numbered(rows), race: undefined, again: undefined };
  const { walk, filters, scan, limit, span, firstBudget, tableId } = race;
  const both = (path: RacePath): NumberedPath => numberedPath(path, numbered);
  const last = best?.winner;
  const path = last && (last.path < 0 ? walk : [...filters, scan][last.path]);
  if (!isQuick || best === undefined || last === undefined || path === undefined) {
    const all = { walk: walk && both(walk), filters: filters.map(both), scan: scan && both(scan) };
    return { rows: undefined, race: { ...all, limit, span, firstBudget, last, tableId }, again: undefined };
  }
  const isWalk = last.path < 0;
  const made = best.statementsOf(path, schemaVersion);
  const withBudget = numbered(made.rows);
  const again = {
    winner: last,
    free: isWalk ? numbered(rows) : withBudget,
    path: {
      rows: withBudget,
      probe: isWalk && last.isFull ? undefined : made.probe && numbered(made.probe),
      rowCost: path.rowCost,
    },
    limit,
    tableId,
  };
  return { rows: undefined, race: undefined, again };
}
