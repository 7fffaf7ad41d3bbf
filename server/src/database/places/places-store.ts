import { type Kysely, sql } from 'kysely';
import type { Database, PlainStep, StoreName } from '../database.ts';
import { containsText, createSqlBuilder, fetchCount, fetchRows, pageOf, plainStep } from '../kysely.ts';
import type { Listing } from '../listing.ts';

/** The database that holds the control store; `SERVICE_DATABASE_URL` is its address. */
export const PRIMARY = 'primary';

export interface DatabaseRow {
  readonly name: string;
  readonly sealed_url: string | null;
  readonly accepts_new: number;
  readonly weight: number;
  readonly created_at: string | null;
}

export type MoveState = 'running' | 'done' | 'failed';

export interface MoveRow {
  readonly id: string;
  readonly store: string;
  readonly source: string;
  readonly target: string;
  readonly state: MoveState;
  readonly process: string;
  readonly error: string | null;
  readonly bytes: number | null;
  readonly created_at: string;
  readonly ended_at: string | null;
  /** Until when the copy in the source is kept; null when there is none. */
  readonly kept_until: string | null;
}

interface Tables {
  databases: DatabaseRow;
  store_places: { store: string; database_name: string };
  store_moves: MoveRow;
  projects: { id: string; store: string; name: string; version: number };
}

export type PlacesStore = ReturnType<typeof createPlacesStore>;

/** Names of the steps that fail when another process was faster. */
export const STEPS = { database: 'database', alone: 'alone', place: 'place', running: 'running', project: 'project' };

export function createPlacesStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);
  return {
    ...databaseRows(database, db),
    ...projectQueries(database, db),
    ...moveSteps(db),
    ...moveQueries(database, db),
  };
}

function databaseRows(database: Database, db: Kysely<Tables>) {
  return {
    async databases(): Promise<readonly DatabaseRow[]> {
      const rows = await fetchRows(database, db.selectFrom('databases').selectAll());
      // The primary, which is as old as the installation, has no time.
      const ageOf = ({ created_at: created, name }: DatabaseRow): string => `${created ?? ''} ${name}`;
      return rows.toSorted((a, b) => (ageOf(a) < ageOf(b) ? -1 : 1));
    },

    addStep: (row: DatabaseRow): PlainStep => plainStep(db.insertInto('databases').values(row)),

    changeStep: (name: string, set: Partial<Omit<DatabaseRow, 'name'>>): PlainStep =>
      plainStep(db.updateTable('databases').set(set).where('name', '=', name), { atLeast: 1, name: STEPS.database }),

    /** Fails with a foreign key violation while the database has stores, even if one is placed concurrently. */
    removeSteps: (name: string): readonly PlainStep[] => [
      plainStep(
        db
          .selectFrom('store_moves')
          .select('id')
          .where('state', '=', 'running')
          .where((eb) => eb.or([eb('source', '=', name), eb('target', '=', name)])),
        { atMost: 0, name: STEPS.alone },
      ),
      plainStep(db.updateTable('store_moves').set({ kept_until: null }).where('source', '=', name)),
      plainStep(db.deleteFrom('databases').where('name', '=', name), { atLeast: 1, name: STEPS.database }),
    ],

    async placeOf(store: StoreName): Promise<string> {
      const query = db.selectFrom('store_places').select('database_name').where('store', '=', store);
      return (await fetchRows(database, query))[0]?.database_name ?? PRIMARY;
    },

    async places(): Promise<ReadonlyMap<string, string>> {
      const rows = await fetchRows(database, db.selectFrom('store_places').selectAll());
      return new Map(rows.map(({ store, database_name: name }) => [store, name]));
    },

    async projectCounts(): Promise<ReadonlyMap<string, number>> {
      const query = db
        .selectFrom('projects')
        .leftJoin('store_places', 'store_places.store', 'projects.store')
        .select(['database_name', ({ fn }) => fn.countAll().as('projects')])
        .groupBy('database_name');
      const rows = await fetchRows(database, query);
      return new Map(rows.map(({ database_name: name, projects }) => [name ?? PRIMARY, Number(projects)]));
    },

    /** The primary needs no row. */
    placeSteps: (store: StoreName, name: string): readonly PlainStep[] =>
      name === PRIMARY ? [] : [plainStep(db.insertInto('store_places').values({ store, database_name: name }))],

    forgetPlaceStep: (store: StoreName): PlainStep =>
      plainStep(db.deleteFrom('store_places').where('store', '=', store)),
  };
}

interface PlacedProject {
  readonly id: string;
  readonly name: string;
  readonly database: string;
}

interface PlacedProjectsAsked {
  readonly id: string | undefined;
  readonly search: string | undefined;
  readonly database: string | undefined;
}

function projectQueries(database: Database, db: Kysely<Tables>) {
  const place = sql<string>`coalesce(store_places.database_name, ${PRIMARY})`;
  const found = ({ id, search = '', database: name }: PlacedProjectsAsked) => {
    const all = db.selectFrom('projects').leftJoin('store_places', 'store_places.store', 'projects.store');
    const one = id === undefined ? all : all.where('id', '=', id);
    const there = name === undefined ? one : one.where(place, '=', name);
    if (search === '') return there;
    return there.where((eb) => eb.or([containsText(database, 'name', search), containsText(database, 'id', search)]));
  };
  return {
    async placedProjects(
      asked: PlacedProjectsAsked,
      listing: Listing<'id' | 'name'>,
    ): Promise<readonly PlacedProject[]> {
      const query = found(asked).select(['projects.id', 'projects.name', place.as('database')]);
      return await fetchRows(database, pageOf(query, listing));
    },

    countPlacedProjects: (asked: PlacedProjectsAsked): Promise<number> => fetchCount(database, found(asked)),
  };
}

function moveSteps(db: Kysely<Tables>) {
  return {
    /** Fails as `alone` while another move of the store runs. */
    startMoveSteps: (row: MoveRow): readonly PlainStep[] => [
      // Changes the project's row, so that of two moves one waits for the other.
      plainStep(
        db
          .updateTable('projects')
          .set((eb) => ({ version: eb('version', '+', 1) }))
          .where('store', '=', row.store),
        { atLeast: 1, name: STEPS.project },
      ),
      plainStep(
        db.selectFrom('store_moves').select('id').where('store', '=', row.store).where('state', '=', 'running'),
        {
          atMost: 0,
          name: STEPS.alone,
        },
      ),
      // Comes after the check above: a move that ended before it has written the place. From a place that the store has
      // left, a move would replace the store by what it left there.
      plainStep(
        db
          .selectFrom('store_places')
          .select('store')
          .where('store', '=', row.store)
          .where('database_name', row.source === PRIMARY ? '<>' : '=', row.source),
        row.source === PRIMARY ? { atMost: 0, name: STEPS.place } : { atLeast: 1, name: STEPS.place },
      ),
      plainStep(db.insertInto('store_moves').values(row)),
    ],

    /** Makes the new database the place of the store. Fails as `running` when the move has already ended. */
    finishMoveSteps: (
      { id, store, target }: Pick<MoveRow, 'id' | 'store' | 'target'>,
      end: Pick<MoveRow, 'bytes' | 'ended_at' | 'kept_until'>,
    ): readonly PlainStep[] => [
      plainStep(
        db
          .updateTable('store_moves')
          .set({ state: 'done', ...end })
          .where('id', '=', id)
          .where('state', '=', 'running'),
        {
          atLeast: 1,
          name: STEPS.running,
        },
      ),
      plainStep(db.deleteFrom('store_places').where('store', '=', store)),
      ...(target === PRIMARY
        ? []
        : [plainStep(db.insertInto('store_places').values({ store, database_name: target }))]),
    ],

    failMoveStep: (id: string, end: Pick<MoveRow, 'error' | 'ended_at'>): PlainStep =>
      plainStep(
        db
          .updateTable('store_moves')
          .set({ state: 'failed', ...end })
          .where('id', '=', id)
          .where('state', '=', 'running'),
        {
          atLeast: 1,
          name: STEPS.running,
        },
      ),

    forgetKeptStep: (id: string): PlainStep =>
      plainStep(db.updateTable('store_moves').set({ kept_until: null }).where('id', '=', id)),
  };
}

function moveQueries(database: Database, db: Kysely<Tables>) {
  const moves = db.selectFrom('store_moves').selectAll();
  return {
    async move(store: StoreName, id: string): Promise<MoveRow | undefined> {
      return (await fetchRows(database, moves.where('store', '=', store).where('id', '=', id)))[0];
    },

    async movesOf(store: StoreName, page: Listing<'id'>) {
      const of = moves.where('store', '=', store);
      const [rows, counted] = await Promise.all([
        fetchRows(database, pageOf(of, page)),
        fetchRows(
          database,
          db
            .selectFrom('store_moves')
            .select(({ fn }) => fn.countAll().as('count'))
            .where('store', '=', store),
        ),
      ]);
      return { rows, count: Number(counted[0]?.count ?? 0) };
    },

    async runningMoves(): Promise<readonly MoveRow[]> {
      return await fetchRows(database, moves.where('state', '=', 'running'));
    },

    async runningMoveOf(store: StoreName): Promise<MoveRow | undefined> {
      return (await fetchRows(database, moves.where('store', '=', store).where('state', '=', 'running')))[0];
    },

    /** Moves whose old copy is no longer needed, or all moves whose old copy is in one database. */
    async keptMoves(asked: { readonly until: string } | { readonly source: string }): Promise<readonly MoveRow[]> {
      const kept = moves.where('kept_until', 'is not', null);
      return await fetchRows(
        database,
        'until' in asked ? kept.where('kept_until', '<=', asked.until) : kept.where('source', '=', asked.source),
      );
    },

    async hasProject(store: StoreName): Promise<boolean> {
      const query = db.selectFrom('projects').select(sql<number>`1`.as('found')).where('store', '=', store);
      return (await fetchRows(database, query)).length > 0;
    },
  };
}
