import type { Caller, Project } from '../../callers/index.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tables } from '../tables/index.ts';
import type { RowsRoom } from './rows-room.ts';

/** Which of some ids are files that the caller may put into a row; filled by the module that keeps files. */
export interface FileDirectory {
  findVisible(project: Project, caller: Caller, ids: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface RowsContext {
  readonly database: Database;
  readonly tables: Pick<Tables, 'catalogue' | 'reload' | 'endIdOrder' | 'noteList' | 'searchProgress'>;
  readonly clock: Clock;
  readonly ids: () => string;
  /** Other processes may change the tables. */
  readonly isShared: boolean;
  /** Absent: rows may take up any room there is. */
  readonly room?: RowsRoom;
  /** Absent: rows may refer to any file there is. */
  readonly files?: FileDirectory;
}
