import type { Callers } from './callers.ts';

/** Something that happens to the databases, whose parts are down meanwhile. */
export interface Fault {
  readonly name: string;
  inject(): Promise<void>;
}

/** The databases below the service's processes: two PostgreSQL servers behind a pooler, or Citus. */
export interface Installation {
  readonly description: string;
  /** The address for `SERVICE_DATABASE_URL`. */
  readonly url: string;
  readonly faults: readonly Fault[];
  /** Citus locks the tables of a backup on every node. */
  readonly backupsNeedAllParts: boolean;
  /** Called once when the processes answer. */
  attach(callers: Callers): Promise<void>;
  /** Finds out where projects are. */
  locate(projects: readonly string[]): Promise<void>;
  /** Moves a project to another place, and resolves with the outcome when it has ended. */
  move(project: string): Promise<string>;
  /** Throws unless the tables of each project are in exactly one place, and those of at least `count` projects. */
  requireOnePlace(count: number): Promise<void>;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
