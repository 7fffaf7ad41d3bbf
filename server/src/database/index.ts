import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { runAfterWrites } from './after-write.ts';
import type { Database } from './database.ts';
import { joinInserts } from './join-inserts.ts';
import type { LogArchive } from './log-archive.ts';

export type {
  Database,
  DatabaseError,
  DatabaseErrorKind,
  ExportColumn,
  ExportFormat,
  ExportPage,
  ExportRead,
  Idempotency,
  ListRead,
  ListResult,
  PlainStep,
  Row,
  RowStep,
  Snapshot,
  Step,
  StepResult,
  StoreName,
  WriteOptions,
  WriteResult,
} from './database.ts';
export type { LogArchive, LoggingEngine } from './log-archive.ts';
export type { Statement, Value } from './statement.ts';

export interface DatabaseOptions {
  /** `postgres://…`; undefined for SQLite in the data directory. */
  readonly url: string | undefined;
  readonly directory: string;
  readonly clock: Clock;
  readonly logger?: Logger;
  /** Only for SQLite. */
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

function whole(engine: Database): Database {
  return runAfterWrites(joinInserts(engine));
}
