import type { BlobKey, BlobStore } from '../../blobs/index.ts';
import type { Caller, Project } from '../../callers/index.ts';
import type { Database } from '../../database/index.ts';
import type { Level } from '../../database/schema/index.ts';
import type { BodyPace } from '../../http/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tables } from '../tables/index.ts';
import type { FilesStore, StorageQuota } from './files-store.ts';
import type { Images } from './images/index.ts';
import type { Links } from './links.ts';

export interface StorageSettings extends StorageQuota {
  readonly upload: Level;
  readonly redirect: boolean;
}

export interface StorageContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly tables: Pick<Tables, 'catalogue' | 'reload'>;
  readonly blobs: BlobStore;
  readonly images: Pick<Images, 'forget' | 'forgetGroup'>;
  readonly jobs: Pick<Jobs, 'enqueueLater'>;
  readonly settings: (project: Project) => StorageSettings;
  readonly projectUrl: (projectId: string) => string;
  readonly filesStore: FilesStore;
  readonly links: Links;
  readonly uploadPace: BodyPace;
}

export interface Target {
  readonly project: Project;
  readonly caller: Caller;
}

export function blobKey({ store }: Project, id: string): BlobKey {
  return { group: store, id };
}
