import type { Value } from '../statement.ts';

/** A statement in the way it crosses threads, or as its text. */
export interface RaceStatement<Text> {
  readonly text: Text;
  readonly values: readonly Value[];
}

export interface RaceWay<Text> {
  readonly probe: RaceStatement<Text>;
  readonly rows: RaceStatement<Text>;
}

export interface Race<Text> {
  readonly walk: RaceWay<Text> | undefined;
  readonly filters: readonly RaceWay<Text>[];
  readonly limit: number;
  readonly span: number;
  /** Which way was the shortest for these values before. */
  readonly last: Winner | undefined;
}

/** The way that was the shortest before, alone. */
export interface Again<Text> extends Page {
  readonly way: RaceWay<Text>;
  readonly isWalk: boolean;
}

export interface Winner {
  /** Of the filters; -1 is the walk. */
  readonly way: number;
  readonly budget: number;
}

type Rows = readonly (readonly (string | number | null)[])[];
type Run<Text> = (statement: RaceStatement<Text>) => Rows;

const BUDGET_MIN = 32;

/**
 * Tries the ways to the rows of a list with a budget that doubles, and gives the rows of the first that is done. No way
 * reads more than the budget of its round, so all rounds together read at most a small multiple of the shortest way:
 * a filter that finds fewer rows than the budget is taken, a walk is done when its page is full or nothing is left.
 */
export function raceWays<Text>(race: Race<Text>, run: Run<Text>): Won {
  const { filters, span, last } = race;
  let isWalkFirst = last?.way === -1;
  for (let budget = last?.budget ?? BUDGET_MIN + span; ; budget *= 2) {
    const walk = (): Rows | undefined => race.walk && walkUpTo(race.walk, { limit: race.limit, budget }, run);
    const early = isWalkFirst ? walk() : undefined;
    if (early !== undefined) return { rows: early, winner: { way: -1, budget } };
    for (const [way, filter] of filters.entries()) {
      const rows = findUpTo(filter, budget, run);
      if (rows !== undefined) return { rows, winner: { way, budget } };
    }
    const late = isWalkFirst ? undefined : walk();
    if (late !== undefined) return { rows: late, winner: { way: -1, budget } };
    isWalkFirst = false;
  }
}

interface Won {
  readonly rows: Rows;
  readonly winner: Winner;
}

/** Only the way that won before, with the budget that was enough; undefined when it no longer is. */
export function goAgain<Text>(again: Again<Text>, run: Run<Text>): Rows | undefined {
  const { way, isWalk, limit, budget } = again;
  return isWalk ? walkUpTo(way, { limit, budget }, run) : findUpTo(way, budget, run);
}

interface Page {
  readonly limit: number;
  readonly budget: number;
}

function walkUpTo<Text>({ rows, probe }: RaceWay<Text>, { limit, budget }: Page, run: Run<Text>): Rows | undefined {
  const found = run(limited(rows, budget));
  return found.length === limit || countOf(run(limited(probe, budget))) < budget ? found : undefined;
}

function findUpTo<Text>({ rows, probe }: RaceWay<Text>, budget: number, run: Run<Text>): Rows | undefined {
  return countOf(run(limited(probe, budget))) < budget ? run(rows) : undefined;
}

/** The budget is the first value. */
function limited<Text>({ text, values }: RaceStatement<Text>, budget: number): RaceStatement<Text> {
  return { text, values: [budget, ...values.slice(1)] };
}

function countOf(rows: Rows): number {
  return Number(rows[0]?.[0] ?? 0);
}
