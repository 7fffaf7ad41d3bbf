import type { Database, PlainStep, StoreName } from '../../database/database.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../database/kysely.ts';

interface Tables {
  app_domains: { domain: string; store: string };
  projects: { id: string; store: string };
}

export type DomainsStore = ReturnType<typeof createDomainsStore>;

/** All SQL on the host names of published apps. */
export function createDomainsStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);

  return {
    /** Every name with the id of its project. */
    async all(): Promise<ReadonlyMap<string, string>> {
      const query = db
        .selectFrom('app_domains')
        .innerJoin('projects', 'projects.store', 'app_domains.store')
        .select(['domain', 'projects.id']);
      return new Map((await fetchRows(database, query)).map(({ domain, id }) => [domain, id]));
    },

    /** Fails with `unique_violation` when another project has one of the names. */
    replaceSteps: (store: StoreName, domains: readonly string[]): readonly PlainStep[] => [
      plainStep(db.deleteFrom('app_domains').where('store', '=', store)),
      ...domains.map((domain) => plainStep(db.insertInto('app_domains').values({ domain, store }))),
    ],
  };
}
