import type { Project } from '../../callers/index.ts';
import type { MaybePromise } from '../../platform/when-ready.ts';
import type { KeysStore } from './keys-store.ts';
import { secretRights } from './member-policy.ts';
import { isProjectId } from './project-policy.ts';
import type { ProjectsStore } from './projects-store.ts';
import { completeSettings, type Settings } from './settings.ts';

const PROJECTS_MAX = 10_000;

export interface SecretKey {
  readonly id: string;
  /** ISO time; null for a key that does not expire. */
  readonly expiresAt: string | null;
  /** The current rights of the key's maker in the project, which limit the key. */
  readonly rights: 'all' | 'read' | 'none';
}

export interface ProjectRecord {
  readonly project: Project;
  readonly settings: Settings;
  /** The complete header of a request with the public key, so that the common case is one comparison. */
  readonly publicAuthorization: string;
  keys: MaybePromise<ReadonlyMap<string, SecretKey>> | undefined;
}

/** Call `forget` between commit and answer, so that no older state is returned afterwards. */
export interface ProjectCache {
  find(id: string): MaybePromise<Project | undefined>;
  recordOf(project: Project): ProjectRecord;
  keysOf(project: Project): MaybePromise<ReadonlyMap<string, SecretKey>>;
  forget(store: string): void;
}

export function createProjectCache(projectsStore: ProjectsStore, keysStore: KeysStore): ProjectCache {
  const byId = new Map<string, ProjectRecord>();
  const idOf = new Map<string, string>();
  const records = new WeakMap<Project, ProjectRecord>();
  const loading = new Map<string, Promise<Project | undefined>>();
  let forgotten = 0;

  const remember = (record: ProjectRecord): void => {
    const { id, store } = record.project;
    byId.set(id, record);
    idOf.set(store, id);
    const [oldest] = byId.values();
    if (byId.size > PROJECTS_MAX && oldest !== undefined) drop(oldest.project);
  };

  const drop = ({ id, store }: Project): void => {
    byId.delete(id);
    idOf.delete(store);
  };

  const load = async (id: string): Promise<Project | undefined> => {
    const before = forgotten;
    const stored = await projectsStore.find(id);
    if (stored === undefined) return undefined;
    const settings = completeSettings(stored.settings);
    const limits = { read: settings.limits.reads_per_10s, write: settings.limits.writes_per_10s };
    const record: ProjectRecord = {
      project: Object.freeze({ ...stored.project, limits, domains: settings.app.domains }),
      settings,
      publicAuthorization: `Bearer ${stored.project.publicKey}`,
      keys: undefined,
    };
    records.set(record.project, record);
    // After a change during the load, earlier callers get this older state, but it is not cached.
    if (before === forgotten) remember(record);
    return record.project;
  };

  const recordOf = (project: Project): ProjectRecord => {
    const record = records.get(project);
    if (record === undefined) throw new Error(`The project ${project.id} was not made by the project cache.`);
    return record;
  };

  return {
    recordOf,
    find(id) {
      const known = byId.get(id);
      if (known !== undefined) return known.project;
      if (!isProjectId(id)) return undefined;
      const running = loading.get(id);
      if (running !== undefined) return running;
      const loaded = load(id).finally(() => {
        if (loading.get(id) === loaded) loading.delete(id);
      });
      loading.set(id, loaded);
      return loaded;
    },
    keysOf(project) {
      const record = recordOf(project);
      record.keys ??= loadKeys(record, keysStore);
      return record.keys;
    },
    forget(store) {
      forgotten += 1;
      loading.clear();
      const id = idOf.get(store);
      if (id === undefined) return;
      byId.delete(id);
      idOf.delete(store);
    },
  };
}

async function loadKeys(record: ProjectRecord, store: KeysStore): Promise<ReadonlyMap<string, SecretKey>> {
  try {
    const rows = await store.hashes(record.project.store);
    const keys = new Map(
      rows.map(({ id, hash, expires_at: expiresAt, created_by: maker, maker_role: role }) => [
        hash,
        { id, expiresAt, rights: maker === null ? 'all' : secretRights(role) } as const,
      ]),
    );
    record.keys = keys;
    return keys;
  } catch (error) {
    record.keys = undefined;
    throw error;
  }
}
