/** The counts of one kind of item at the end. */
export interface LedgerFinding {
  readonly what: string;
  readonly items: number;
  /** Items for which a request was left unanswered, so that several states are right. */
  readonly inDoubt: number;
  readonly lost: number;
  readonly doubled: number;
  /** Items in a state that no request, answered or not, explains. */
  readonly wrong: number;
}

export const ABSENT = 'absent';

/** The states that each item may have, after what was acknowledged and what was left unanswered. */
export class Ledger {
  readonly what: string;
  readonly #possible = new Map<string, Set<string>>();

  constructor(what: string) {
    this.what = what;
  }

  /** The service has acknowledged this state. */
  settle(item: string, state: string): void {
    this.#possible.set(item, new Set([state]));
  }

  /** A request for this state was left unanswered. Every item begins absent. */
  doubt(item: string, state: string): void {
    const states = this.#possible.get(item) ?? new Set([ABSENT]);
    this.#possible.set(item, states.add(state));
  }

  /** Items that must exist. */
  mustExist(): readonly string[] {
    return [...this.#possible].filter(([, states]) => !states.has(ABSENT)).map(([item]) => item);
  }

  /** Compares all items with those that were found: item and state. */
  compare(found: Iterable<readonly [item: string, state: string]>): LedgerFinding {
    const states = new Map<string, string[]>();
    for (const [item, state] of found) states.set(item, [...(states.get(item) ?? []), state]);
    const differing = [...this.#possible]
      .map(([item, possible]) => ({ possible, state: states.get(item)?.[0] ?? ABSENT }))
      .filter(({ possible, state }) => !possible.has(state));
    const lost = differing.filter(({ state }) => state === ABSENT).length;
    return {
      what: this.what,
      items: this.#possible.size,
      inDoubt: [...this.#possible.values()].filter((possible) => possible.size > 1).length,
      lost,
      doubled: [...states.values()].filter((all) => all.length > 1).length,
      wrong: differing.length - lost + [...states.keys()].filter((item) => !this.#possible.has(item)).length,
    };
  }
}

export function printFindings(findings: readonly LedgerFinding[]): void {
  console.log('| | items | in doubt | lost | doubled | wrong |\n|---|---|---|---|---|---|');
  for (const { what, items, inDoubt, lost, doubled, wrong } of findings) {
    console.log(`| ${what} | ${items} | ${inDoubt} | ${lost} | ${doubled} | ${wrong} |`);
  }
}

export function hasDifference({ lost, doubled, wrong }: LedgerFinding): boolean {
  return lost + doubled + wrong > 0;
}
