import type { Places, PlainStep, StoreName } from '../../database/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { chooseDatabase } from './choose-database.ts';

/** Counting all projects takes long where there are many, so a count is reused for this long. */
const COUNTED_MS = 2000;

export interface ProjectPlacement {
  /** Places a new store in the database with the most room. Throws `unavailable` when none takes new projects. */
  stepsForNew(store: StoreName): Promise<readonly PlainStep[]>;
  stepsBeside(store: StoreName, existing: StoreName): Promise<readonly PlainStep[]>;
}

export function createProjectPlacement(places: Places): ProjectPlacement {
  let counted: { readonly atMs: number; readonly projects: Map<string, number> } | undefined;
  const count = async (): Promise<Map<string, number>> => {
    const now = performance.now();
    if (counted === undefined || now - counted.atMs > COUNTED_MS) {
      counted = { atMs: now, projects: new Map(await places.store.projectCounts()) };
    }
    return counted.projects;
  };
  return {
    async stepsForNew(store) {
      const registered = places.several?.registered;
      if (registered?.areSeveral !== true) return [];
      const projects = await count();
      // At equal room the later one is chosen, because the primary also holds the control store.
      const candidates = registered
        .rows()
        .toReversed()
        .map((row) => ({
          name: row.name,
          acceptsNew: Number(row.accepts_new) === 1,
          weight: Number(row.weight),
          isUsable: registered.problemOf(row.name) === undefined,
        }));
      const name = chooseDatabase(candidates, projects);
      if (name === undefined) throw new ServiceError('unavailable', 'No database takes new projects at the moment.');
      projects.set(name, (projects.get(name) ?? 0) + 1);
      return places.store.placeSteps(store, name);
    },
    async stepsBeside(store, existing) {
      if (places.several?.registered.areSeveral !== true) return [];
      return places.store.placeSteps(store, await places.store.placeOf(existing));
    },
  };
}
