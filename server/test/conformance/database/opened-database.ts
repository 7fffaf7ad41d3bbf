import type { Database } from '../../../src/database/database.ts';
import type { SampleTables } from './sample-tables.ts';

export interface OpenedDatabase {
  readonly database: Database;
  /** Opens the same data again, after the first database has been closed. */
  reopen(): Promise<Database>;
  /** Deletes the data; all databases on it must be closed. */
  dispose(): Promise<void>;
}

export type NewTables = () => Promise<SampleTables>;
