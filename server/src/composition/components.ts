import type { BlobStore } from '../blobs/index.ts';
import type { ChangeFeed, LiveProcesses } from '../database/index.ts';
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
import type { Databases, ProjectPlacement } from '../modules/databases/index.ts';
import type { Docs } from '../modules/docs/index.ts';
import type { Functions } from '../modules/functions/index.ts';
import type { createInbox } from '../modules/inbox/index.ts';
import type { Integrations } from '../modules/integrations/index.ts';
import type { Mcp } from '../modules/mcp/index.ts';
import type { Monitoring } from '../modules/monitoring/index.ts';
import type { Oauth } from '../modules/oauth/index.ts';
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

export interface CreatedComponents {
  readonly infrastructure: Infrastructure;
  readonly foundation: Foundation;
  readonly accounts: Accounts;
  readonly content: Content;
  readonly commerce: Commerce;
  readonly actors: Actors;
}

export interface Foundation {
  readonly feed: ChangeFeed;
  readonly processes: LiveProcesses;
  readonly jobs: Jobs;
  readonly mail: Mail;
  readonly audit: ReturnType<typeof createAudit>;
  readonly passwords: Passwords;
  /** Blobs that running backups still read. */
  readonly holds: BlobHolds;
  readonly backupsStore: BackupsStore;
  readonly scrub: Scrub;
  readonly blobs: BlobStore;
  readonly confinement: Confinement;
  readonly monitoring: Monitoring;
}

export interface Accounts {
  readonly operators: Operators;
  readonly placement: ProjectPlacement;
  readonly limits: ExactLimits;
  readonly templates: ReturnType<typeof createMailTemplates>;
  readonly projects: Projects;
  readonly auth: Auth;
  readonly renewUser: IdentityProvider['renew'];
}

export interface Content {
  readonly tables: Tables;
  readonly rows: Rows;
  readonly storage: Storage;
  readonly inbox: ReturnType<typeof createInbox>;
}

export interface Commerce {
  readonly billing: Billing;
  readonly integrations: Integrations;
  readonly payments: Payments;
}

export interface Actors {
  readonly functions: Functions;
  readonly apps: Apps;
  readonly delivery: Delivery;
  readonly webhooks: ReturnType<typeof createWebhooks>;
  readonly schema: Schema;
}

export interface BackupComponents {
  readonly backups: Backups;
  readonly instance: { readonly routes: readonly Route[] };
  readonly databases: Databases;
}

export interface Guides {
  readonly docs: Docs;
  readonly console: ConsolePages;
  readonly mcp: Mcp;
  readonly oauth: Oauth;
}

export interface Components extends Foundation, Accounts, Content, Commerce, Actors, BackupComponents, Guides {
  readonly routes: readonly Route[];
}

/** For components that are created before others they need. Call it only while handling events. */
export type GetComponents = () => Components;
