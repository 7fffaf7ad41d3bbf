import type { Caller, Project } from '../../callers/index.ts';
import type { Database } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tables } from '../tables/index.ts';
import type { RowsRoom } from './rows-room.ts';

/** Finds, among ids, the files that the caller may put into a row. The module that keeps files implements it. */
export interface FileDirectory {
  findVisible(project: Project, caller: Caller, ids: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface RowsContext {
  readonly database: Database;
  readonly tables: Pick<Tables, 'catalogue' | 'reload' | 'endIdOrder' | 'noteList' | 'searchProgress'>;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly isShared: boolean;
  /** Absent: rows have no size limit. */
  readonly room?: RowsRoom;
  /** Absent: rows may refer to any existing file. */
  readonly files?: FileDirectory;
}
