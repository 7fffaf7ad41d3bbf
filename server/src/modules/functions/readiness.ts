import type { Database, StoreName } from '../../database/index.ts';
import { isDatabaseFailure } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Confinement } from '../../platform/confinement/index.ts';
import type { FunctionsStore } from './definitions/functions-store.ts';

export interface Readiness {
  /** One sentence on why deployed functions cannot start; undefined when they can, or when none are deployed. */
  problem(): Promise<string | undefined>;
}

interface ReadinessContext {
  readonly confinement: Pick<Confinement, 'problems' | 'retry'>;
  readonly database: Database;
  readonly functionsStore: FunctionsStore;
  readonly clock: Clock;
}

/** A check starts processes and reads projects, so its result is reused for this long. */
const KEPT_MS = 5000;

export function createReadiness(context: ReadinessContext): Readiness {
  const { confinement, clock } = context;
  let last: { readonly atMs: number; readonly problem: Promise<string | undefined> } | undefined;

  const look = async (): Promise<string | undefined> => {
    await confinement.retry();
    const [problem] = confinement.problems();
    return problem !== undefined && (await isAnyDeployed(context)) ? problem : undefined;
  };
  return {
    problem: async () => {
      if (confinement.problems().length === 0) return undefined;
      if (last === undefined || clock.now() - last.atMs >= KEPT_MS) last = { atMs: clock.now(), problem: look() };
      return await last.problem;
    },
  };
}

async function isAnyDeployed({ database, functionsStore }: ReadinessContext): Promise<boolean> {
  for (const store of await database.stores()) {
    if (isProject(store) && (await hasFunctions(functionsStore, store))) return true;
  }
  return false;
}

function isProject(store: string): store is StoreName {
  return store.startsWith('p_');
}

async function hasFunctions(functionsStore: FunctionsStore, store: StoreName): Promise<boolean> {
  try {
    return await functionsStore.hasAny(store);
  } catch (error) {
    // The project was deleted meanwhile.
    if (isDatabaseFailure(error, 'dropped')) return false;
    throw error;
  }
}
