import { type Kysely, sql } from 'kysely';
import type { Project } from '../../callers/index.ts';
import type { Database, Listing, PlainStep, StoreName } from '../../database/index.ts';
import { containsText, createSqlBuilder, fetchCount, fetchRows, pageOf, plainStep } from '../../database/index.ts';
import type { StoredSettings } from './settings.ts';

interface ProjectRow {
  id: string;
  store: string;
  name: string;
  plan: string;
  public_key: string;
  allowed_origins: string;
  settings: string;
  version: number;
  created_at: string;
  updated_at: string;
}

interface Tables {
  projects: ProjectRow;
  members: { store: string; account_id: string; role: string; created_at: string };
  former_stores: { former: string; store: string };
  deleted_projects: { store: string; account_id: string; id: string; deleted_at: string };
  setup: { id: number; completed_at: string | null; sample_at: string | null };
}

export interface StoredProject {
  readonly project: Project;
  readonly settings: StoredSettings;
  /** Grows with every change, to detect changes that were based on an older state. */
  readonly version: number;
}

export type Viewer = 'all' | { readonly accountId: string; readonly only: readonly string[] | null };

export interface ProjectsAsked {
  readonly viewer: Viewer;
  readonly search: string | undefined;
}

export type ProjectField = 'id' | 'name' | 'created_at';
export type ProjectsStore = ReturnType<typeof createProjectsStore>;

export function createProjectsStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);
  return { ...ids(database, db), ...lists(database, db), ...steps(database, db) };
}

function ids(database: Database, db: Kysely<Tables>) {
  return {
    async find(id: string): Promise<StoredProject | undefined> {
      const [row] = await fetchRows(database, db.selectFrom('projects').selectAll().where('id', '=', id));
      return row === undefined ? undefined : fromRow(row);
    },

    async isChanged(store: StoreName): Promise<boolean> {
      const changed = db
        .selectFrom('projects')
        .select('id')
        .where('store', '=', store)
        .whereRef('updated_at', '<>', 'created_at');
      return (await fetchRows(database, changed)).length > 0;
    },

    async idOf(store: StoreName): Promise<string | undefined> {
      return (await fetchRows(database, db.selectFrom('projects').select('id').where('store', '=', store)))[0]?.id;
    },

    /** The current store of the project that once had this store; the store itself if it was never replaced. */
    async currentStore(store: StoreName): Promise<StoreName> {
      const query = db.selectFrom('former_stores').select('store').where('former', '=', store);
      return ((await fetchRows(database, query))[0]?.store ?? store) as StoreName;
    },

    async formerOwners(store: StoreName): Promise<readonly string[]> {
      const query = db.selectFrom('deleted_projects').select('account_id').where('store', '=', store);
      return (await fetchRows(database, query)).map((row) => row.account_id);
    },

    /** Reserves the id for the owners of a project that is being deleted. Run before its members are removed. */
    reserveIdSteps: (store: StoreName, id: string, now: string): readonly PlainStep[] => [
      plainStep(
        db
          .insertInto('deleted_projects')
          .columns(['store', 'account_id', 'id', 'deleted_at'])
          .expression(
            db
              .selectFrom('members')
              .select(['store', 'account_id', sql<string>`${id}`.as('id'), sql<string>`${now}`.as('deleted_at')])
              .where('store', '=', store)
              .where('role', '=', 'owner'),
          ),
      ),
      plainStep(
        db
          .insertInto('deleted_projects')
          .columns(['store', 'account_id', 'id', 'deleted_at'])
          .expression(
            db
              .selectFrom('projects')
              .select(['store', sql<string>`''`.as('account_id'), 'id', sql<string>`${now}`.as('deleted_at')])
              .where('store', '=', store)
              .where((eb) =>
                eb.not(
                  eb.exists(
                    eb
                      .selectFrom('members')
                      .select('members.store')
                      .where('members.store', '=', store)
                      .where('members.role', '=', 'owner'),
                  ),
                ),
              ),
          ),
      ),
    ],

    /** Frees a reserved id. Fails as `reserved` when other owners' project with this id was deleted after `since`. */
    takeReservedIdSteps: (id: string, accountId: string | undefined, since: string): readonly PlainStep[] => {
      const reserved = db.selectFrom('deleted_projects').select('store').where('id', '=', id);
      const own = reserved.where('account_id', '=', accountId ?? '');
      const taken = plainStep(
        reserved
          .where('deleted_at', '>', since)
          .where((eb) => eb.not(eb.exists(own)))
          .limit(1),
        { atMost: 0, name: 'reserved' },
      );
      const free = plainStep(db.updateTable('deleted_projects').set({ id: '' }).where('id', '=', id));
      return accountId === undefined ? [free] : [taken, free];
    },
  };
}

function lists(database: Database, db: Kysely<Tables>) {
  const visibleTo = (viewer: Viewer) => {
    const all = db.selectFrom('projects');
    if (viewer === 'all') return all;
    const { accountId, only } = viewer;
    const own = all.where('store', 'in', db.selectFrom('members').select('store').where('account_id', '=', accountId));
    return only === null ? own : own.where('id', 'in', only);
  };
  const found = (query: ReturnType<typeof visibleTo>, search: string | undefined) => {
    if (search === undefined || search === '') return query;
    return query.where((eb) => eb.or([containsText(database, 'name', search), containsText(database, 'id', search)]));
  };

  return {
    async list({ viewer, search }: ProjectsAsked, listing: Listing<ProjectField>): Promise<readonly StoredProject[]> {
      const query = pageOf(found(visibleTo(viewer), search).selectAll(), listing);
      return (await fetchRows(database, query)).map(fromRow);
    },

    async count({ viewer, search }: ProjectsAsked): Promise<number> {
      return await fetchCount(database, found(visibleTo(viewer), search));
    },

    async idsByStore(): Promise<ReadonlyMap<StoreName, string>> {
      const rows = await fetchRows(database, db.selectFrom('projects').select(['store', 'id']));
      return new Map(rows.map(({ store, id }) => [store as StoreName, id]));
    },

    async stores(): Promise<readonly string[]> {
      return (await fetchRows(database, db.selectFrom('projects').select('store'))).map(({ store }) => store);
    },
  };
}

function steps(database: Database, db: Kysely<Tables>) {
  return {
    insertStep: (project: Project): PlainStep =>
      plainStep(
        db.insertInto('projects').values({
          id: project.id,
          store: project.store,
          name: project.name,
          plan: project.plan,
          public_key: project.publicKey,
          allowed_origins: JSON.stringify(project.allowedOrigins),
          settings: '{}',
          version: 1,
          created_at: project.createdAt,
          updated_at: project.createdAt,
        }),
      ),

    /** First step of every change: serialises changes of the project, and fails when it is gone or not in `version`. */
    touchStep(store: StoreName, now: string, version?: number): PlainStep {
      const any = db
        .updateTable('projects')
        .set({ updated_at: now, version: sql`version + 1` })
        .where('store', '=', store);
      if (version === undefined) return plainStep(any, { atLeast: 1, name: 'project' });
      return plainStep(any.where('version', '=', version), { atLeast: 1, name: 'version' });
    },

    /** First step of a removal: fails as `changed` when the project has changed since its creation; later changes wait for it. */
    requireUnchangedStep: (store: StoreName): PlainStep =>
      plainStep(
        db
          .updateTable('projects')
          .set({ version: sql`version + 1` })
          .where('store', '=', store)
          .whereRef('updated_at', '=', 'created_at'),
        { atLeast: 1, name: 'changed' },
      ),

    setStep(
      store: StoreName,
      change: Partial<Pick<ProjectRow, 'name' | 'allowed_origins' | 'public_key' | 'settings' | 'plan'>>,
    ) {
      return plainStep(db.updateTable('projects').set(change).where('store', '=', store));
    },

    switchStep: (
      from: StoreName,
      to: StoreName,
      change: Partial<Pick<ProjectRow, 'allowed_origins' | 'public_key' | 'settings'>>,
    ): PlainStep =>
      plainStep(
        db
          .updateTable('projects')
          .set({ ...change, store: to })
          .where('store', '=', from),
      ),

    deleteStep: (store: StoreName): PlainStep =>
      plainStep(db.deleteFrom('projects').where('store', '=', store), { atLeast: 1, name: 'project' }),

    /** True if there was never a sample project and the set-up is not complete. */
    async wantsSample(): Promise<boolean> {
      const [setup] = await fetchRows(database, db.selectFrom('setup').select(['completed_at', 'sample_at']));
      return setup?.completed_at == null && setup?.sample_at == null;
    },

    sampleMadeStep: (now: string): PlainStep => plainStep(db.updateTable('setup').set({ sample_at: now })),
  };
}

function fromRow(row: ProjectRow): StoredProject {
  return {
    project: {
      id: row.id,
      store: row.store as StoreName,
      name: row.name,
      plan: row.plan as Project['plan'],
      publicKey: row.public_key,
      allowedOrigins: JSON.parse(row.allowed_origins),
      createdAt: row.created_at,
    },
    settings: JSON.parse(row.settings),
    version: Number(row.version),
  };
}
