import type { ArchiveSection } from '../../archive/sections/index.ts';
import type { BlobStore } from '../../blobs/index.ts';
import type { Project } from '../../callers/index.ts';
import type { InstanceArchive } from '../../continuous-archive/index.ts';
import type { Database, PlainStep, StoreName } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { MaybePromise } from '../../platform/when-ready.ts';
import type { DeploymentSection } from '../apps/index.ts';
import type { Audit } from '../audit/index.ts';
import type { ProjectArchives, SavedMailTemplate, Settings } from '../projects/index.ts';
import type { BlobHolds } from './blob-holds.ts';
import type { RestoresStore } from './restores-store.ts';

export interface MailTemplateArchives {
  saved(store: StoreName, from?: Database): Promise<readonly SavedMailTemplate[]>;
  restoreSteps(store: StoreName, templates: readonly SavedMailTemplate[]): readonly PlainStep[];
  forgetSteps(store: StoreName): readonly PlainStep[];
}

export interface BackupContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly logger: Logger;
  readonly audit: Audit;
  readonly blobs: BlobStore;
  readonly masterKey: Uint8Array;
  readonly version: string;
  readonly folder: string;
  readonly sections: readonly ArchiveSection[];
  readonly deployments: DeploymentSection;
  readonly templates: MailTemplateArchives;
  readonly projects: ProjectArchives;
  readonly findProject: (id: string) => MaybePromise<Project | undefined>;
  readonly settings: (project: Project) => Settings;
  readonly holds: BlobHolds;
  readonly restoresStore: RestoresStore;
  /** Steps that place a new store in the database of an existing one, where there are several. */
  readonly placeBeside: (store: StoreName, existing: StoreName) => Promise<readonly PlainStep[]>;
  /** Drops everything this process has cached for a store, and deletes the store's blobs. */
  readonly forgetStore: (store: StoreName) => Promise<void>;
  /** Copies data that archives do not contain, balance and plan, to the new store. */
  readonly carryOver: (from: StoreName, to: StoreName) => Promise<void>;
  readonly isShared: boolean;
  /** Opens projects as they were at a moment; undefined where nothing is archived continuously. */
  readonly archive: Pick<InstanceArchive, 'moments' | 'recoverProject'> | undefined;
}
