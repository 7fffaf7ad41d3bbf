import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { runAfterWrites } from './after-write.ts';
import type { Database } from './database.ts';
import { joinInserts } from './join-inserts.ts';
import type { LogArchive } from './log-archive/index.ts';
import { createPlaces, createSinglePlace, type Places } from './places/places.ts';

export interface DatabaseOptions {
  readonly url: string | undefined;
  readonly directory: string;
  readonly clock: Clock;
  readonly logger?: Logger;
  readonly archive?: LogArchive | undefined;
}

export async function createDatabase({ url, directory, clock, logger, archive }: DatabaseOptions): Promise<Database> {
  const common = { clock, ...(logger === undefined ? {} : { logger }) };
  if (url === undefined) {
    const { openSqliteDatabase } = await import('./sqlite/open-sqlite-database.ts');
    return whole(await openSqliteDatabase({ directory, archive, ...common }));
  }
  const { openPostgresDatabase } = await import('./postgres/open-postgres-database.ts');
  return whole(await openPostgresDatabase({ url, ...common }));
}

export interface PlacesAsked extends Omit<DatabaseOptions, 'directory' | 'archive'> {
  readonly primary: Database;
  readonly masterKey: Uint8Array;
  readonly logger: Logger;
  /** Connections that this process opens to databases besides the primary, in all. */
  readonly connectionsMax: number;
}

export async function openPlaces(asked: PlacesAsked): Promise<Places> {
  const { primary, url, masterKey, clock, logger, connectionsMax } = asked;
  if (url === undefined) return createSinglePlace(primary);
  const { createStoreMover } = await import('./postgres/move/store-mover.ts');
  const { openPostgresDatabase } = await import('./postgres/open-postgres-database.ts');
  const { ConnectionBudget } = await import('./postgres/connection-budget.ts');
  const budget = new ConnectionBudget(connectionsMax);
  const open = async (other: string): Promise<Database> =>
    whole(await openPostgresDatabase({ url: other, clock, logger, budget }));
  const places = createPlaces({ primary, url, open, mover: createStoreMover(), masterKey, clock, logger });
  await places.several?.registered.start();
  return places;
}

function whole(engine: Database): Database {
  return runAfterWrites(joinInserts(engine));
}
