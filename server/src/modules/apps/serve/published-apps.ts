import type { StoreName } from '../../../database/index.ts';
import { createBoundedCache } from '../../../platform/bounded-cache.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { MaybePromise } from '../../../platform/when-ready.ts';
import type { DeployedFile, DeploymentsStore } from '../deployments-store.ts';
import { cachingOf } from './caching-policy.ts';

const BYTES_MAX = 64 * 1024 * 1024;
const APP_BYTES = 2048;
const FILE_BYTES = 400;
/** Bounds how long other processes serve the old app when one dies between publishing and announcing. */
const TRUSTED_MS = 10_000;

export interface AppFile extends DeployedFile {
  readonly caching: string;
}

export interface PublishedApp {
  readonly deploymentId: string | undefined;
  readonly files: ReadonlyMap<string, AppFile>;
}

export interface PublishedApps {
  /** Returns without a promise when the app is in memory. */
  get(store: StoreName): MaybePromise<PublishedApp>;
  forget(store: StoreName): void;
}

export function createPublishedApps(
  deploymentsStore: Pick<DeploymentsStore, 'state' | 'files'>,
  { clock, isShared }: { clock: Clock; isShared: boolean },
): PublishedApps {
  const cache = createBoundedCache<StoreName, PublishedApp>({
    bytesMax: BYTES_MAX,
    bytesOf: ({ files }) => APP_BYTES + files.size * FILE_BYTES,
    ...(isShared && { keptMs: TRUSTED_MS, nowMs: clock.now }),
  });
  return { get: (store) => cache.get(store, () => readApp(deploymentsStore, store)), forget: cache.forget };
}

async function readApp(
  deploymentsStore: Pick<DeploymentsStore, 'state' | 'files'>,
  store: StoreName,
): Promise<PublishedApp> {
  const { deploymentId } = await deploymentsStore.state(store);
  const files = deploymentId === undefined ? [] : await deploymentsStore.files(store, deploymentId);
  return {
    deploymentId,
    files: new Map(files.map((file) => [file.path, { ...file, caching: cachingOf(file.path) }])),
  };
}
