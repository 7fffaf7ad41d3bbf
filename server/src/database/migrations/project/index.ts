import type { Migration } from '../migration.ts';
import { firstTables } from './0001-first-tables.ts';
import { jobs } from './0002-jobs.ts';
import { accounts } from './0003-accounts.ts';
import { files } from './0004-files.ts';
import { messages } from './0005-messages.ts';
import { webhooks } from './0006-webhooks.ts';
import { functions } from './0007-functions.ts';
import { apps } from './0008-apps.ts';
import { integrations } from './0009-integrations.ts';
import { logs } from './0010-logs.ts';
import { pendingSignUps } from './0011-pending-sign-ups.ts';
import { webhookListeners } from './0012-webhook-listeners.ts';
import { previousSessions } from './0013-previous-sessions.ts';
import { functionJobs } from './0014-function-jobs.ts';
import { paymentCustomers } from './0015-payment-customers.ts';
import { daySpending } from './0016-day-spending.ts';
import { searchBuilds } from './0017-search-builds.ts';
import { functionWebhooks } from './0018-function-webhooks.ts';
import { userProviders } from './0019-user-providers.ts';
import { passkeys } from './0020-passkeys.ts';
import { dueFunctionJobs } from './0021-due-function-jobs.ts';
import { jobsOfRuns } from './0022-jobs-of-runs.ts';
import { settledRows } from './0023-settled-rows.ts';
import { tableChanges } from './0024-table-changes.ts';
import { rowChanges } from './0025-row-changes.ts';
import { notedVersions } from './0026-noted-versions.ts';
import { keysToValidate } from './0027-keys-to-validate.ts';

export const projectMigrations: readonly Migration[] = [
  firstTables,
  jobs,
  accounts,
  files,
  messages,
  webhooks,
  functions,
  apps,
  integrations,
  logs,
  pendingSignUps,
  webhookListeners,
  previousSessions,
  functionJobs,
  paymentCustomers,
  daySpending,
  searchBuilds,
  functionWebhooks,
  userProviders,
  passkeys,
  dueFunctionJobs,
  jobsOfRuns,
  settledRows,
  tableChanges,
  rowChanges,
  notedVersions,
  keysToValidate,
];
