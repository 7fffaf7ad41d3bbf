export interface MigrationSyntax {
  /** Text that compares by code point. */
  readonly text: string;
  /** Up to 100 characters: a table without longer values needs no extra storage for long ones. */
  readonly shortText: string;
  readonly integer: string;
  readonly number: string;
  readonly uuid: string;
  /** The column type that an owner's table uses for this kind. */
  readonly timestamp: string;
  readonly json: string;
  readonly boolean: string;
  /** Type and constraint of an auto-incrementing key, in commit order of one writer. */
  readonly autoId: string;
  /** Follows the closing bracket of a table whose key is text. */
  readonly keyed: string;
}

/** One step from a store's format to the next. A released migration never changes: a later one corrects it. */
export interface Migration {
  /** 1, 2, 3 … without gaps. */
  readonly version: number;
  readonly name: string;
  /** The oldest format whose releases can still use the store; absent: only releases that know this format can. */
  readonly readableFrom?: number;
  readonly statements: (syntax: MigrationSyntax) => readonly string[];
}

/** A migration in one engine's syntax: plain data, so that it crosses threads. */
export interface SpelledMigration {
  readonly version: number;
  readonly name: string;
  readonly readableFrom: number;
  readonly statements: readonly string[];
}

export interface StoreFormat {
  /** The last migration applied; 0 for a store that does not exist. */
  readonly applied: number;
  readonly readableFrom: number;
}

export const NEW_STORE: StoreFormat = { applied: 0, readableFrom: 0 };

/** A newer release has changed the store in a way that this release would misread, so this release must not use it. */
export class NewerFormat extends Error {}

export interface StoreMigrations {
  readonly control: readonly SpelledMigration[];
  readonly project: readonly SpelledMigration[];
}

/**
 * Rows: `migration` (the last one applied), `readable_from` (the oldest format whose releases may use the store;
 * absent: that of `migration`) and, in a project's store, `schema_version` (1 when new).
 */
export function metaTable(syntax: MigrationSyntax): string {
  return `CREATE TABLE IF NOT EXISTS _meta (name ${syntax.shortText} PRIMARY KEY, value ${syntax.integer} NOT NULL)${syntax.keyed}`;
}

export function spellMigrations(migrations: readonly Migration[], syntax: MigrationSyntax): SpelledMigration[] {
  return migrations.map(({ version, name, readableFrom = version, statements }) => ({
    version,
    name,
    readableFrom,
    statements: statements(syntax),
  }));
}

/** Throws `NewerFormat` for a store of a newer release, unless that release allows older ones. */
export function pendingMigrations(
  migrations: readonly SpelledMigration[],
  { applied, readableFrom }: StoreFormat,
): SpelledMigration[] {
  const known = migrations.at(-1)?.version ?? 0;
  if (applied > known && readableFrom > known) {
    throw new NewerFormat(
      `The data has format ${applied}, this release knows formats up to ${known}: start the newer release that made it.`,
    );
  }
  return migrations.filter(({ version }) => version > applied);
}

/** The oldest format whose releases may use a store that has all of these migrations. */
export function readableFromOf(migrations: readonly SpelledMigration[]): number {
  return Math.max(0, ...migrations.map(({ readableFrom }) => readableFrom));
}

/** Reads a store's format from the rows of `_meta`; ignores other names. */
export function formatOf(rows: Iterable<readonly [name: string, value: number]>): StoreFormat {
  const values = new Map(rows);
  const applied = values.get('migration') ?? 0;
  return { applied, readableFrom: values.get('readable_from') ?? applied };
}
