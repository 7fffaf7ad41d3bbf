import type { Migration } from '../migration.ts';
import { controlPlane } from './0001-control-plane.ts';
import { jobsAndMail } from './0002-jobs-and-mail.ts';
import { limitsAndMailTemplates } from './0003-limits-and-mail-templates.ts';
import { webhookWork } from './0004-webhook-work.ts';
import { appDomains } from './0005-app-domains.ts';
import { prices } from './0006-prices.ts';
import { dueStores } from './0007-due-stores.ts';
import { operatorAccounts } from './0008-operator-accounts.ts';
import { backups } from './0009-backups.ts';
import { projectMetrics } from './0010-project-metrics.ts';
import { pendingSignUps } from './0011-pending-sign-ups.ts';
import { domainClaims } from './0012-domain-claims.ts';
import { mailboxStores } from './0013-mailbox-stores.ts';
import { liveProcesses } from './0014-live-processes.ts';
import { scrub } from './0015-scrub.ts';
import { previousSessions } from './0016-previous-sessions.ts';
import { makers } from './0017-makers.ts';
import { functionJobWork } from './0018-function-job-work.ts';
import { userProviders } from './0019-user-providers.ts';
import { passkeys } from './0020-passkeys.ts';
import { oauthGrants } from './0021-oauth-grants.ts';
import { databases } from './0022-databases.ts';
import { secretPrefixes } from './0023-secret-prefixes.ts';

/** All migrations of the service's own tables, in order. A released entry never changes. */
export const controlMigrations: readonly Migration[] = [
  controlPlane,
  jobsAndMail,
  limitsAndMailTemplates,
  webhookWork,
  appDomains,
  prices,
  dueStores,
  operatorAccounts,
  backups,
  projectMetrics,
  pendingSignUps,
  domainClaims,
  mailboxStores,
  liveProcesses,
  scrub,
  previousSessions,
  makers,
  functionJobWork,
  userProviders,
  passkeys,
  oauthGrants,
  databases,
  secretPrefixes,
];
