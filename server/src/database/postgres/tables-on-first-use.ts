import type { SpelledMigration } from '../migrations/index.ts';

/** Tables that every project uses from its first request on; all others are created on first use. */
const MADE_AT_ONCE: ReadonlySet<string> = new Set(['_meta', '_tables', '_table_stats']);

const SUBJECT =
  /^\s*(?:CREATE TABLE(?: IF NOT EXISTS)?|CREATE (?:UNIQUE )?INDEX \w+ ON|ALTER TABLE|DROP TABLE|INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)/;
const MADE_INDEX = /^\s*CREATE (?:UNIQUE )?INDEX (\w+) ON/;
const DROPPED_INDEX = /^\s*DROP INDEX (\w+)/;
const REFERENCES = /\bREFERENCES\s+(\w+)/g;
const NAMES = /(?<!\w)_[a-z_]+(?!\w)/g;
/** Matches reads of rows of one table. A call, which needs brackets, could return a row for an empty table. */
const ROWS_OF_ONE = /^select [^()]+? from "\{store\}"\."(_[a-z_]+)"(?: (?:where|order by|limit|offset) [^()]*)?$/;
const SEVERAL = / (?:union|except|intersect|join) | from .* from /;
const FILLS = /^\s*INSERT\b/;
const TEXTS_MAX = 2000;

/** The tables that a project gets when it first uses a module (docs/decisions/0019-tables-on-first-use.md). */
export class TablesOnFirstUse {
  readonly #statements = new Map<string, string[]>();
  readonly #readBy = new Map<string, string | undefined>();
  readonly #tableOfIndex = new Map<string, string>();

  constructor(migrations: readonly SpelledMigration[]) {
    for (const { statements } of migrations) {
      for (const statement of statements) {
        const table = this.#subjectOf(statement);
        const [, index] = MADE_INDEX.exec(statement) ?? [];
        if (index !== undefined) this.#tableOfIndex.set(index, table);
        if (MADE_AT_ONCE.has(table)) continue;
        const known = this.#statements.get(table);
        if (known === undefined) this.#statements.set(table, [statement]);
        else known.push(statement);
      }
    }
  }

  waits(statement: string, existing: ReadonlySet<string>): boolean {
    const table = this.#subjectOf(statement);
    return this.#statements.has(table) && !existing.has(table);
  }

  namedIn(text: string): readonly string[] {
    const names = new Set(text.match(NAMES));
    return [...this.#statements.keys()].filter((table) => names.has(table)).sort();
  }

  readBy(text: string): string | undefined {
    const known = this.#readBy.get(text);
    if (known !== undefined || this.#readBy.has(text)) return known;
    const table = SEVERAL.test(text) ? undefined : ROWS_OF_ONE.exec(text)?.[1];
    const found = table !== undefined && this.#isMadeEmpty(table) ? table : undefined;
    if (this.#readBy.size >= TEXTS_MAX) this.#readBy.clear();
    this.#readBy.set(text, found);
    return found;
  }

  #isMadeEmpty(table: string): boolean {
    return this.#statements.get(table)?.every((statement) => !FILLS.test(statement)) === true;
  }

  /** Statements that create these tables, each after the tables that it references. Existing tables get none. */
  statementsFor(tables: readonly string[], existing: ReadonlySet<string>): readonly string[] {
    const made = new Set(existing);
    const make = (name: string): readonly string[] => {
      const statements = this.#statements.get(name);
      if (statements === undefined || made.has(name)) return [];
      made.add(name);
      return [...statements.flatMap(referencesOf).flatMap(make), ...statements];
    };
    return tables.flatMap(make);
  }

  #subjectOf(statement: string): string {
    const [, dropped = ''] = DROPPED_INDEX.exec(statement) ?? [];
    const table = this.#tableOfIndex.get(dropped) ?? SUBJECT.exec(statement)?.[1];
    if (table === undefined) throw new Error(`a migration's statement is about no table: ${statement.slice(0, 80)}`);
    return table;
  }
}

function referencesOf(statement: string): string[] {
  return Array.from(statement.matchAll(REFERENCES), ([, table]) => table as string);
}
