import type { Database, PlainStep, StoreName } from '../../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../database/index.ts';

interface Tables {
  app_domains: { domain: string; store: string };
  app_domain_claims: { store: string; domain: string; claimed_at_ms: number };
  projects: { id: string; store: string };
}

export type DomainsStore = ReturnType<typeof createDomainsStore>;

export function createDomainsStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);

  return {
    async all(): Promise<ReadonlyMap<string, string>> {
      const query = db
        .selectFrom('app_domains')
        .innerJoin('projects', 'projects.store', 'app_domains.store')
        .select(['domain', 'projects.id']);
      return new Map((await fetchRows(database, query)).map(({ domain, id }) => [domain, id]));
    },

    async pending(sinceMs: number): Promise<readonly { readonly domain: string; readonly projectId: string }[]> {
      const query = db
        .selectFrom('app_domain_claims as claim')
        .innerJoin('projects', 'projects.store', 'claim.store')
        .leftJoin('app_domains as served', (join) =>
          join.onRef('served.domain', '=', 'claim.domain').onRef('served.store', '=', 'claim.store'),
        )
        .select(['claim.domain', 'projects.id'])
        .where('claim.claimed_at_ms', '>=', sinceMs)
        .where('served.domain', 'is', null);
      return (await fetchRows(database, query)).map(({ domain, id }) => ({ domain, projectId: id }));
    },

    /** Replaces the domains that a project claims. Domains it already serves stay served; the others wait for their proof. */
    claimSteps(store: StoreName, domains: readonly string[], nowMs: number): readonly PlainStep[] {
      const claims = db.deleteFrom('app_domain_claims').where('store', '=', store);
      const served = db.deleteFrom('app_domains').where('store', '=', store);
      if (domains.length === 0) return [plainStep(claims), plainStep(served)];
      return [
        plainStep(claims.where('domain', 'not in', domains)),
        plainStep(served.where('domain', 'not in', domains)),
        plainStep(
          db
            .insertInto('app_domain_claims')
            .values(domains.map((domain) => ({ store, domain, claimed_at_ms: nowMs })))
            .onConflict((conflict) => conflict.columns(['store', 'domain']).doNothing()),
        ),
      ];
    },

    moveSteps: (from: StoreName, to: StoreName): readonly PlainStep[] => [
      plainStep(db.deleteFrom('app_domain_claims').where('store', '=', from)),
      plainStep(db.updateTable('app_domains').set({ store: to }).where('store', '=', from)),
    ],

    /** Takes the domain from another project, because DNS decides. Fails as `not_applied`, named `claim`. */
    serveSteps: (store: StoreName, domain: string): readonly PlainStep[] => [
      plainStep(
        db.selectFrom('app_domain_claims').select('domain').where('store', '=', store).where('domain', '=', domain),
        { atLeast: 1, name: 'claim' },
      ),
      plainStep(db.deleteFrom('app_domains').where('domain', '=', domain)),
      plainStep(db.insertInto('app_domains').values({ domain, store })),
    ],
  };
}
