import type { Value } from '../../statement.ts';

export interface RaceStatement<Text> {
  readonly text: Text;
  readonly values: readonly Value[];
}

export interface RacePath<Text> {
  readonly probe: RaceStatement<Text> | undefined;
  readonly rows: RaceStatement<Text>;
  readonly rowCost?: number | undefined;
}

export interface Race<Text> {
  readonly walk: RacePath<Text> | undefined;
  readonly filters: readonly RacePath<Text>[];
  readonly scan?: RacePath<Text> | undefined;
  readonly limit: number;
  readonly span: number;
  readonly tableRows: number;
  readonly firstBudget?: number | undefined;
  readonly version: number;
  readonly last: RaceWinner | undefined;
}

export interface KnownRace<Text> {
  readonly winner: RaceWinner;
  readonly path: RacePath<Text>;
  /** The statement for the same rows without a budget. */
  readonly free: RaceStatement<Text>;
  readonly limit: number;
}

export interface RaceWinner {
  /** Index of the filter; -1 is the walk, and the scan comes after all filters. */
  readonly path: number;
  readonly budget: number;
  readonly isFull: boolean;
  readonly version: number;
}

type Rows = readonly (readonly (string | number | null)[])[];
type Run<Text> = (statement: RaceStatement<Text>) => Rows;

const BUDGET_MIN = 32;
/** Costs relative to testing a row in key order (docs/decisions/0035-counts-and-aggregates-by-the-cheapest-path.md). */
export const FETCHED_COST = 16;
const SCAN_BUDGET = 512;
const SCAN_BUDGET_GROWTH = 4;

/**
 * No path reads more than the budget in a round, so all rounds together cost a small multiple of the fastest path. A
 * filter finishes when it finds fewer rows than the budget, a walk when its page is full or no rows are left. A scan
 * finishes when every filter finds so many rows that fetching them would cost more than to test all rows.
 */
export function racePaths<Text>(race: Race<Text>, run: Run<Text>): RaceResult {
  const { filters, scan, span, last, version, tableRows } = race;
  const wonBy = (path: number, budget: number, rows: Rows): RaceResult => {
    return { rows, winner: { path, budget, isFull: rows.length === race.limit, version } };
  };
  if (scan !== undefined && last?.path === filters.length) return wonBy(last.path, last.budget, run(scan.rows));
  const fetchedMax = scan === undefined ? Number.POSITIVE_INFINITY : Math.max(1, tableRows / FETCHED_COST);
  let isWalkFirst = last?.path === -1;
  const entries = [...filters.entries()].sort(([a], [b]) => Number(b === last?.path) - Number(a === last?.path));
  const firstBudget = last?.budget ?? race.firstBudget ?? BUDGET_MIN + span;
  for (let budget = Math.min(firstBudget, fetchedMax); ; budget *= 2) {
    const walk = (): Rows | undefined => race.walk && walkUpTo(race.walk, { limit: race.limit, budget }, run);
    const early = isWalkFirst ? walk() : undefined;
    if (early !== undefined) return wonBy(-1, budget, early);
    for (const [path, filter] of entries) {
      const rows = findUpTo(filter, budget, run);
      if (rows !== undefined) return wonBy(path, budget, rows);
    }
    if (scan !== undefined && 2 * budget > fetchedMax) return wonBy(filters.length, budget, run(scan.rows));
    const late = isWalkFirst ? undefined : walk();
    if (late !== undefined) return wonBy(-1, budget, late);
    isWalkFirst = false;
  }
}

interface RaceResult {
  readonly rows: Rows;
  /** Undefined when the known winner is unchanged. */
  readonly winner: RaceWinner | undefined;
}

/**
 * An unchanged table needs no counting, and a scan, the only winner without a budget, never does. Undefined when the path
 * no longer finishes within the budget.
 */
export function repeatWinner<Text>(
  { winner, path, free, limit }: KnownRace<Text>,
  version: number,
  run: Run<Text>,
): RaceResult | undefined {
  if (winner.version === version) return { rows: run(free), winner: undefined };
  const isScan = winner.path >= 0 && path.probe === undefined;
  const { budget } = winner;
  const rows = isScan
    ? run(free)
    : winner.path < 0
      ? walkUpTo(path, { limit, budget }, run)
      : findUpTo(path, budget, run);
  return rows && { rows, winner: { ...winner, isFull: rows.length === limit, version } };
}

export interface ScanRace<Text> {
  readonly filters: readonly RacePath<Text>[];
  readonly cost: number;
}

/** The filter that finds the fewest rows, or -1. The budget grows fast, because counting index entries is cheap. */
export function cheapestScan<Text>({ filters, cost }: ScanRace<Text>, run: Run<Text>): number {
  for (let budget = SCAN_BUDGET; ; budget *= SCAN_BUDGET_GROWTH) {
    const most = Math.min(budget, cost);
    for (const [path, filter] of filters.entries()) if (findsFewer(filter, most, run)) return path;
    if (budget >= cost) return -1;
  }
}

interface Page {
  readonly limit: number;
  readonly budget: number;
}

function walkUpTo<Text>(path: RacePath<Text>, { limit, budget }: Page, run: Run<Text>): Rows | undefined {
  const { rows, probe } = path;
  const most = affordable(path, budget);
  const found = run(limited(rows, most));
  const isDone = found.length === limit || (probe !== undefined && countOf(run(limited(probe, most))) < most);
  return isDone ? found : undefined;
}

function findUpTo<Text>(path: RacePath<Text>, budget: number, run: Run<Text>): Rows | undefined {
  return findsFewer(path, budget, run) ? run(path.rows) : undefined;
}

function findsFewer<Text>(path: RacePath<Text>, budget: number, run: Run<Text>): boolean {
  if (path.probe === undefined) return false;
  const most = affordable(path, budget);
  return countOf(run(limited(path.probe, most))) < most;
}

function affordable<Text>({ rowCost = 1 }: RacePath<Text>, budget: number): number {
  return Math.ceil(budget / rowCost);
}

function limited<Text>({ text, values }: RaceStatement<Text>, budget: number): RaceStatement<Text> {
  return { text, values: [budget, ...values.slice(1)] };
}

function countOf(rows: Rows): number {
  return Number(rows[0]?.[0] ?? 0);
}
