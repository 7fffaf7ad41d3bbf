import type { BlobStore } from '../blobs/index.ts';
import type { ChangeFeed } from '../database/change-feed.ts';
import type { LiveProcesses } from '../database/live-processes.ts';
import type { IdentityProvider, Route } from '../http/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { ExactLimits } from '../limits/index.ts';
import type { Mail } from '../mail/index.ts';
import type { Apps } from '../modules/apps/index.ts';
import type { createAudit } from '../modules/audit/index.ts';
import type { Auth } from '../modules/auth/index.ts';
import type { createMailTemplates } from '../modules/auth/mail-templates/index.ts';
import type { Backups, BackupsStore, BlobHolds } from '../modules/backup/index.ts';
import type { Billing } from '../modules/billing/index.ts';
import type { ConsolePages } from '../modules/console/index.ts';
import type { Docs } from '../modules/docs/index.ts';
import type { Functions } from '../modules/functions/index.ts';
import type { createInbox } from '../modules/inbox/index.ts';
import type { Integrations } from '../modules/integrations/index.ts';
import type { Mcp } from '../modules/mcp/index.ts';
import type { Monitoring } from '../modules/monitoring/index.ts';
import type { Operators } from '../modules/operators/index.ts';
import type { Payments } from '../modules/payments/index.ts';
import type { Projects } from '../modules/projects/index.ts';
import type { Rows } from '../modules/rows/index.ts';
import type { Schema } from '../modules/schema/index.ts';
import type { Scrub } from '../modules/scrub/index.ts';
import type { Storage } from '../modules/storage/index.ts';
import type { Tables } from '../modules/tables/index.ts';
import type { createWebhooks, Delivery } from '../modules/webhooks/index.ts';
import type { Confinement } from '../platform/confinement/index.ts';
import type { Passwords } from '../platform/passwords/index.ts';
import type { Infrastructure } from './infrastructure.ts';

/** What the groups below it made, by group. */
export interface Made {
  readonly infrastructure: Infrastructure;
  readonly foundation: Foundation;
  readonly accounts: Accounts;
  readonly content: Content;
  readonly commerce: Commerce;
  readonly actors: Actors;
}

/** Components without business of their own, which serve the modules. */
export interface Foundation {
  readonly feed: ChangeFeed;
  readonly processes: LiveProcesses;
  readonly jobs: Jobs;
  readonly mail: Mail;
  readonly audit: ReturnType<typeof createAudit>;
  readonly passwords: Passwords;
  /** Blobs that backups read. */
  readonly holds: BlobHolds;
  readonly backupsStore: BackupsStore;
  /** Reads blobs against their hashes. */
  readonly scrub: Scrub;
  readonly blobs: BlobStore;
  /** Confines the processes that work on what strangers sent. */
  readonly confinement: Confinement;
  readonly monitoring: Monitoring;
}

/** Operators, projects and the users of projects. */
export interface Accounts {
  readonly operators: Operators;
  readonly limits: ExactLimits;
  readonly templates: ReturnType<typeof createMailTemplates>;
  readonly projects: Projects;
  readonly auth: Auth;
  readonly renewUser: IdentityProvider['renew'];
}

/** The contents of projects. */
export interface Content {
  readonly tables: Tables;
  readonly rows: Rows;
  readonly storage: Storage;
  readonly inbox: ReturnType<typeof createInbox>;
}

/** Services of others that projects use, and their costs. */
export interface Commerce {
  readonly billing: Billing;
  readonly integrations: Integrations;
  readonly payments: Payments;
}

/** Components that act for projects. */
export interface Actors {
  readonly functions: Functions;
  readonly apps: Apps;
  readonly delivery: Delivery;
  readonly webhooks: ReturnType<typeof createWebhooks>;
  readonly schema: Schema;
}

/** Components that keep projects. */
export interface Keepers {
  readonly backups: Backups;
}

/** Components that explain the service and let programs use it. */
export interface Guides {
  readonly docs: Docs;
  readonly console: ConsolePages;
  readonly mcp: Mcp;
}

export interface Components extends Foundation, Accounts, Content, Commerce, Actors, Keepers, Guides {
  readonly routes: readonly Route[];
}

/** All components, for those that are made before others they need: called only when something happens, never while they are made. */
export type GetComponents = () => Components;
