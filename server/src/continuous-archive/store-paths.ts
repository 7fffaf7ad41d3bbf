import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { NOTES_SUFFIX } from '../database/log-archive/index.ts';

const PROJECT_STORE = /^p_[0-9a-z]{1,60}$/;

export interface StorePaths {
  readonly dataDir: string;
  store(store: string): string;
  log(store: string): string;
  /** Where SQLite keeps the index of the log. */
  index(store: string): string;
  notes(store: string): string;
  blob(store: string, id: string): string;
  all(): readonly string[];
  /** Stores with commits that may not have been archived. */
  noted(): readonly string[];
}

export function createStorePaths(dataDir: string): StorePaths {
  const projects = join(dataDir, 'projects');
  const storePath = (store: string): string => {
    if (store === 'control') return join(dataDir, 'control.db');
    if (!PROJECT_STORE.test(store)) throw new Error(`no store can be called ${JSON.stringify(store)}`);
    return join(projects, `${store}.db`);
  };
  const withSuffix = (suffix: string): readonly string[] => {
    const control = existsSync(`${storePath('control')}${suffix.slice('.db'.length)}`) ? ['control'] : [];
    const names = existsSync(projects) ? readdirSync(projects) : [];
    const stores = names.filter((name) => name.endsWith(suffix)).map((name) => name.slice(0, -suffix.length));
    return [...control, ...stores.filter((name) => PROJECT_STORE.test(name))];
  };
  return {
    dataDir,
    store: storePath,
    log: (store) => `${storePath(store)}-wal`,
    index: (store) => `${storePath(store)}-shm`,
    notes: (store) => storePath(store) + NOTES_SUFFIX,
    blob: (store, id) => join(dataDir, 'blobs', store, id.slice(0, 6), id),
    all: () => withSuffix('.db'),
    noted: () => withSuffix(`.db${NOTES_SUFFIX}`),
  };
}

export function isProjectStore(store: string): boolean {
  return PROJECT_STORE.test(store);
}
