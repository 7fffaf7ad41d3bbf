import type { Database, StoreName, TableDdl } from '../../../database/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { CatalogueCache } from '../catalogue-cache.ts';
import type { CatalogueChanges } from '../change-catalogue.ts';
import type { ChangesStore } from './changes-store.ts';
import type { TableChange } from './table-change.ts';

export interface ChangesContext {
  readonly database: Database;
  readonly ddl: TableDdl;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly cache: CatalogueCache;
  readonly changes: CatalogueChanges;
  readonly rows: ChangesStore;
  readonly announce: (store: StoreName) => Promise<void>;
  /** Also writes a change that was made to the audit log. */
  readonly record: (store: StoreName, change: TableChange) => Promise<void>;
  readonly onError: (error: unknown) => void;
}
