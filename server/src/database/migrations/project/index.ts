import type { Migration } from '../migration.ts';
import { firstTables } from './0001-first-tables.ts';
import { jobs } from './0002-jobs.ts';
import { accounts } from './0003-accounts.ts';

/** The formats of a project's store, oldest first. */
export const projectMigrations: readonly Migration[] = [firstTables, jobs, accounts];
