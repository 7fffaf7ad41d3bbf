import type { StoreName } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { MaybePromise } from '../../../platform/when-ready.ts';
import type { DeployedFile, DeploymentsStore } from '../deployments-store.ts';
import { cachingOf } from './caching-policy.ts';

/** What all apps in memory may cost, as an estimate. */
const BYTES_MAX = 64 * 1024 * 1024;
const APP_BYTES = 2048;
const FILE_BYTES = 400;
/**
 * A process that dies between publishing and telling the others leaves them with the app before: they look again after
 * a while.
 */
const TRUSTED_MS = 10_000;

export interface AppFile extends DeployedFile {
  readonly caching: string;
}

/** The files of the deployment in force, by path. */
export interface PublishedApp {
  /** Undefined: nothing is published. */
  readonly deploymentId: string | undefined;
  readonly files: ReadonlyMap<string, AppFile>;
}

export interface PublishedApps {
  /** Without a promise when it is in memory. */
  get(store: StoreName): MaybePromise<PublishedApp>;
  /** Something was published: what was read before is given out no more. */
  forget(store: StoreName): void;
}

interface Entry {
  app: MaybePromise<PublishedApp>;
  bytes: number;
  readMs: number;
}

/** Which files published apps have, in memory; the least used are forgotten when they are too many. */
export function createPublishedApps(
  deploymentsStore: Pick<DeploymentsStore, 'state' | 'files'>,
  { clock, isShared }: { clock: Clock; isShared: boolean },
): PublishedApps {
  const entries = new Map<StoreName, Entry>();
  let bytes = 0;

  const forget = (store: StoreName): void => {
    bytes -= entries.get(store)?.bytes ?? 0;
    entries.delete(store);
  };

  const load = (store: StoreName): Promise<PublishedApp> => {
    const loading = readApp(deploymentsStore, store);
    const entry: Entry = { app: loading, bytes: 0, readMs: clock.now() };
    entries.set(store, entry);
    loading.then(
      (app) => {
        if (entries.get(store) !== entry) return;
        entry.app = app;
        entry.bytes = APP_BYTES + app.files.size * FILE_BYTES;
        bytes += entry.bytes;
        for (const oldest of entries.keys()) {
          if (bytes <= BYTES_MAX || oldest === store) break;
          forget(oldest);
        }
      },
      () => entries.get(store) === entry && forget(store),
    );
    return loading;
  };

  return {
    get(store) {
      const known = entries.get(store);
      if (known === undefined) return load(store);
      if (isShared && !(known.app instanceof Promise) && Math.abs(clock.now() - known.readMs) > TRUSTED_MS) {
        forget(store);
        return load(store);
      }
      entries.delete(store);
      entries.set(store, known);
      return known.app;
    },
    forget,
  };
}

async function readApp(
  deploymentsStore: Pick<DeploymentsStore, 'state' | 'files'>,
  store: StoreName,
): Promise<PublishedApp> {
  const { deploymentId } = await deploymentsStore.state(store);
  const files = deploymentId === undefined ? [] : await deploymentsStore.files(store, deploymentId);
  return { deploymentId, files: new Map(files.map((file) => [file.path, { ...file, caching: cachingOf(file.path) }])) };
}
