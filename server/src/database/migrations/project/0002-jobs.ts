import { jobTables } from '../job-tables.ts';
import type { Migration } from '../migration.ts';

export const jobs: Migration = { version: 2, name: 'jobs', statements: jobTables };
