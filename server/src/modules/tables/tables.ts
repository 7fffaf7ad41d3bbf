import type { Caller, Project } from '../../callers/index.ts';
import type { RowChange, StoreName, TableDdl, TableEffect } from '../../database/index.ts';
import type { RowAction, Table } from '../../database/schema/index.ts';
import type { Route } from '../../http/index.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Author } from './author.ts';
import { buildCatalogue, type Catalogue } from './catalogue.ts';
import { createCatalogueCache } from './catalogue-cache.ts';
import { createCatalogueChanges } from './change-catalogue.ts';
import { createTable, type WatchChange, watchTable } from './change-tables.ts';
import { createChangesStore } from './changes/changes-store.ts';
import { createTableChanges } from './changes/table-changes.ts';
import { descriptionRoutes } from './description/routes.ts';
import { schemaRoutes } from './description/schema-routes.ts';
import { endIdOrder } from './id-order.ts';
import type { CreateTableInput } from './plan-create.ts';
import { announceChange, recordMade } from './record-change.ts';
import { tableRoutes } from './routes.ts';
import type { TablesInput } from './schema/schema-input.ts';
import { planTables, readTables, type TablesPlan, type TablesState } from './schema/tables-schema.ts';
import { type Decision, scope } from './scope.ts';
import { createSearchBuilds } from './search/search-builds.ts';
import { type SlowList, SlowLists } from './slow-lists.ts';
import {
  type Announcements,
  storeOfSubject,
  type TablesContext,
  type TableUse,
  type UserDirectory,
} from './tables-context.ts';
import { loadTables } from './tables-store.ts';
import { createIndexUpgrades } from './upgrade-indexes.ts';

export interface TablesOptions extends Pick<TablesContext, 'database' | 'clock' | 'ids' | 'audit'> {
  /** SQL that runs for every changed row of a watched table. */
  readonly onRowChange: RowChange;
  /** Absent when no other process serves the same database. */
  readonly announcements?: Announcements;
  /** Absent when the project has no users. */
  readonly users?: UserDirectory;
  readonly allRoutes?: () => readonly Route[];
  /** Lets holders of the public key read the schema. */
  readonly isDevelopment?: boolean;
  readonly isShared?: boolean;
  readonly functionNames?: (project: Project) => Promise<readonly string[]>;
  /** Receives slow lists; absent: they are not logged. */
  readonly logger?: Logger;
  readonly onError?: (error: unknown) => void;
  readonly uses?: readonly TableUse[];
}

export interface Tables {
  readonly routes: readonly Route[];
  catalogue(project: Project): Catalogue | Promise<Catalogue>;
  /** The catalogue newer than `staleVersion`. Call this when a write fails with `stale_schema`. */
  reload(project: Project, staleVersion?: number): Promise<Catalogue>;
  scope(table: Table, action: RowAction, caller: Caller, nowMs: number): Decision;
  create(project: Project, author: Author, input: CreateTableInput): Promise<Table>;
  /** Creates a table whose rows only the service itself writes. */
  createReadOnly(project: Project, author: Author, input: CreateTableInput): Promise<Table>;
  watch(project: Project, watch: WatchChange): Promise<void>;
  /** False only when the catalogue in memory shows that no affected table is watched. */
  mayBeWatched(store: StoreName, table: Pick<TableEffect, 'id' | 'cascadesTo'>): boolean;
  readonly schema: {
    read(project: Project): Promise<TablesState>;
    plan(project: Project, input: TablesInput): Promise<TablesPlan>;
  };
  /** Call this before writing rows whose ids do not follow their time of creation (`keepsIdOrder`). */
  endIdOrder(project: Project, table: Table): Promise<void>;
  noteList(store: StoreName, list: SlowList): void;
  slowLists(): number;
  searchProgress(project: Project, table: Table): Promise<number>;
  forget(store: StoreName): void;
  stop(): Promise<void>;
}

export function createTables(options: TablesOptions): Tables {
  const { database, clock, ids, audit, announcements, users, uses = [] } = options;
  const ddl: TableDdl = { dialect: database.dialect, onRowChange: options.onRowChange };
  const cache = createCatalogueCache(
    async (store) => {
      const { version, tables } = await loadTables(database, store);
      return buildCatalogue(version, tables);
    },
    (store, catalogue) => {
      database.setSchemaVersion(store, catalogue.version);
      upgrades.note(store, catalogue);
      searchBuilds.note(store, catalogue);
      tableChanges.note(store, catalogue);
    },
  );
  const changes = createCatalogueChanges(database, cache);
  const background = {
    database,
    clock,
    ids,
    cache,
    changes,
    ddl,
    announce: (store: StoreName) => announceChange(context, store),
    onError: options.onError ?? (() => undefined),
  };
  const upgrades = createIndexUpgrades(background);
  const searchBuilds = createSearchBuilds(background);
  const tableChanges = createTableChanges({
    ...background,
    rows: createChangesStore(database, { owner: ids(), isSole: options.isShared !== true }),
    record: (store, change) => recordMade(context, store, change),
  });
  const slowLists = new SlowLists(options.logger, () => clock.now());
  const context: TablesContext = {
    database,
    ddl,
    clock,
    ids,
    cache,
    changes,
    audit,
    announcements,
    users,
    uses,
    slowLists,
    searchBuilds,
    tableChanges,
  };
  announcements?.subscribe((subject) => {
    const store = storeOfSubject(subject);
    if (store !== undefined) cache.refresh(store);
  });
  return {
    routes: [
      ...tableRoutes(context),
      ...descriptionRoutes(cache, options.allRoutes ?? (() => [])),
      ...schemaRoutes({
        cache,
        isDevelopment: options.isDevelopment === true,
        functionNames: options.functionNames ?? (async () => []),
      }),
    ],
    catalogue: (project) => cache.get(project.store),
    reload: (project, staleVersion) => cache.reload(project.store, staleVersion),
    scope,
    create: (project, author, input) => createTable(context, project, author, input),
    createReadOnly: (project, author, input) => createTable(context, project, author, input, { readOnly: true }),
    watch: (project, watch) => watchTable(context, project, watch),
    mayBeWatched: (store, { id, cascadesTo }) => {
      const watched = cache.peek(store)?.watched;
      return watched === undefined || watched.has(id) || cascadesTo.some((other) => watched.has(other));
    },
    schema: {
      read: (project) => readTables(context, project),
      plan: (project, input) => planTables(context, project, input),
    },
    endIdOrder: (project, table) => endIdOrder(context, project.store, table.id),
    noteList: (store, list) => slowLists.note(store, list),
    slowLists: () => slowLists.total,
    forget: (store) => cache.forget(store),
    searchProgress: (project, table) => searchBuilds.progress(project.store, table),
    stop: async () => {
      await Promise.all([upgrades.stop(), searchBuilds.stop(), tableChanges.stop()]);
    },
  };
}
