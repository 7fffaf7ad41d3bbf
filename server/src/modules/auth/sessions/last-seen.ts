import type { Project } from '../../../callers/index.ts';
import type { Database, StoreName } from '../../../database/index.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import { createLastUses } from '../../../platform/last-uses.ts';
import type { MaybePromise } from '../../../platform/when-ready.ts';
import type { SessionsStore } from './sessions-store.ts';

/** Saves the last uses of sessions together once a minute, so that a signed-in request writes nothing. */
export interface LastSeen {
  touch(project: Project, sessionId: string): void;
  /** ISO time of the last use if it is not saved yet. */
  unsaved(project: Project, sessionId: string): string | undefined;
  start(): void;
  stop(): Promise<void>;
}

export interface LastSeenOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly store: SessionsStore;
  readonly findProject: (id: string) => MaybePromise<Project | undefined>;
  readonly onError: (error: unknown) => void;
}

export function createLastSeen({ database, clock, store, findProject, onError }: LastSeenOptions): LastSeen {
  const save = async (all: ReadonlyMap<string, number>): Promise<void> => {
    for (const [key, uses] of byProject(all)) {
      const [projectId = '', storeName = ''] = key.split(' ');
      // If the project was deleted meanwhile, writing would create its store again.
      const project = await findProject(projectId);
      if (project?.store !== storeName) continue;
      const steps = uses.map(({ sessionId, at }) => store.seenStep(sessionId, isoTime(at)));
      await database.write(storeName as StoreName, steps);
    }
  };
  const uses = createLastUses({ clock, save, onError });

  return {
    touch: (project, sessionId) => uses.touch(`${project.id} ${project.store} ${sessionId}`),
    unsaved(project, sessionId) {
      const at = uses.unsaved(`${project.id} ${project.store} ${sessionId}`);
      return at === undefined ? undefined : isoTime(at);
    },
    start: uses.start,
    stop: uses.stop,
  };
}

function byProject(uses: ReadonlyMap<string, number>): Map<string, { sessionId: string; at: number }[]> {
  const groups = new Map<string, { sessionId: string; at: number }[]>();
  for (const [key, at] of uses) {
    const cut = key.lastIndexOf(' ');
    const group = groups.get(key.slice(0, cut)) ?? [];
    group.push({ sessionId: key.slice(cut + 1), at });
    groups.set(key.slice(0, cut), group);
  }
  return groups;
}
