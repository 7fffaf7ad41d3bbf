/** The few words in which the engines' DDL differs; texts of migrations are otherwise the same on all of them. */
export interface MigrationWords {
  /** Text that compares by code point. */
  readonly text: string;
  readonly integer: string;
  readonly number: string;
  readonly uuid: string;
  /** The type of a column of that kind in an owner's table. */
  readonly timestamp: string;
  readonly json: string;
  readonly boolean: string;
  /** The type and constraint of a key that counts up by itself, in commit order of one writer. */
  readonly autoId: string;
  /** Stands after the closing bracket of a table whose key is text. */
  readonly keyed: string;
}

/** One step from a store's format to the next. Never changed once released: a later one corrects it. */
export interface Migration {
  /** 1, 2, 3 … without gaps. */
  readonly version: number;
  readonly name: string;
  readonly statements: (words: MigrationWords) => readonly string[];
}

/** A migration in one engine's words: plain data, so that it crosses threads. */
export interface SpelledMigration {
  readonly version: number;
  readonly name: string;
  readonly statements: readonly string[];
}

export interface StoreMigrations {
  readonly control: readonly SpelledMigration[];
  readonly project: readonly SpelledMigration[];
}

/**
 * Every store has this table first. Its rows: `migration` (the version of the last migration applied) and, in a
 * project's store, `schema_version` (the catalogue version in force, 1 when new).
 */
export function metaTable(words: MigrationWords): string {
  return `CREATE TABLE IF NOT EXISTS _meta (name ${words.text} PRIMARY KEY, value ${words.integer} NOT NULL)${words.keyed}`;
}

export function spellMigrations(migrations: readonly Migration[], words: MigrationWords): SpelledMigration[] {
  return migrations.map(({ version, name, statements }) => ({ version, name, statements: statements(words) }));
}

/** What a store at `applied` still needs. Throws when the store was made by a newer release, which this one would harm. */
export function pendingMigrations(migrations: readonly SpelledMigration[], applied: number): SpelledMigration[] {
  const known = migrations.at(-1)?.version ?? 0;
  if (applied > known) {
    throw new Error(
      `The data has format ${applied}, this release knows formats up to ${known}: start the newer release that made it.`,
    );
  }
  return migrations.filter((migration) => migration.version > applied);
}
