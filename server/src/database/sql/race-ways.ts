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
    if (isWalkFirst) {
      const won = walkUpTo(race, budget, run);
      if (won !== undefined) return won;
    }
    for (const [way, { probe, rows }] of filters.entries()) {
      if (countOf(run(limited(probe, budget))) < budget) return { rows: run(rows), winner: { way, budget } };
    }
    if (!isWalkFirst) {
      const won = walkUpTo(race, budget, run);
      if (won !== undefined) return won;
    }
    isWalkFirst = false;
  }
}

interface Won {
  readonly rows: Rows;
  readonly winner: Winner;
}

function walkUpTo<Text>({ walk, limit }: Race<Text>, budget: number, run: Run<Text>): Won | undefined {
  if (walk === undefined) return undefined;
  const rows = run(limited(walk.rows, budget));
  const isDone = rows.length === limit || countOf(run(limited(walk.probe, budget))) < budget;
  return isDone ? { rows, winner: { way: -1, budget } } : undefined;
}

/** The budget is the first value. */
function limited<Text>({ text, values }: RaceStatement<Text>, budget: number): RaceStatement<Text> {
  return { text, values: [budget, ...values.slice(1)] };
}

function countOf(rows: Rows): number {
  return Number(rows[0]?.[0] ?? 0);
}
