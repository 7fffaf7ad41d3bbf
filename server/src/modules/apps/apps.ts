import { Type } from 'typebox';
import type { StoreName } from '../../database/index.ts';
import { type Apps as AppOrigins, callerRoute, type Route } from '../../http/index.ts';
import { createFairLimit } from '../../platform/fair-limit.ts';
import { type AppsContext, storeOfApp } from './apps-context.ts';
import { createDeploymentSection, type DeploymentSection } from './archive/deployment-section.ts';
import { createDeploymentsStore } from './deployments-store.ts';
import { PRUNE_JOB, prune } from './publish/prune.ts';
import { archiveFolder, removeLeftArchives } from './publish/receive-archive.ts';
import { appRoutes } from './routes.ts';
import { createFileBytes } from './serve/file-bytes.ts';
import { createPublishedApps } from './serve/published-apps.ts';
import { serveApp } from './serve/serve-app.ts';
import { createTurns } from './turns.ts';

/** Compresses two files at once on two of four threads; a project gets only one while others publish too. */
const COMPRESSING = {
  atOnceMax: 2,
  atOncePerGroupMax: 2,
  atOnceBesideOthersMax: 1,
  waitingMax: 10_000,
  waitingPerGroupMax: 100,
  tooMany: 'Too many deployments at once. Try again.',
} as const;

export interface AppsOptions
  extends Omit<AppsContext, 'deploymentsStore' | 'appUrl' | 'folder' | 'turns' | 'compressing'> {
  readonly addresses: { appUrl(projectId: string): string };
  readonly dataDir: string;
  readonly isShared: boolean;
  readonly onError: (error: unknown) => void;
}

export interface Apps {
  readonly routes: readonly Route[];
  readonly origins: Pick<AppOrigins, 'serve' | 'webhookRoute'>;
  keptBlobs(store: StoreName, ids: readonly string[]): Promise<readonly string[]>;
  checksums: ReturnType<typeof createDeploymentsStore>['checksums'];
  readonly section: DeploymentSection;
  forget(store: StoreName): void;
  /** Must run before the first request arrives. */
  start(): Promise<void>;
}

export function createApps(options: AppsOptions): Apps {
  const { addresses, blobs, database, dataDir, feed, functions, jobs } = options;
  const deploymentsStore = createDeploymentsStore(database);
  const appUrl = (projectId: string): string => addresses.appUrl(projectId);
  const folder = archiveFolder(dataDir);
  const context: AppsContext = {
    ...options,
    deploymentsStore,
    appUrl,
    folder,
    turns: createTurns(),
    compressing: createFairLimit(COMPRESSING),
  };
  const publishedApps = createPublishedApps(deploymentsStore, options);
  const serving = { functions, publishedApps, fileBytes: createFileBytes(blobs) };
  feed.subscribe((subject) => {
    const store = storeOfApp(subject);
    if (store !== undefined) publishedApps.forget(store);
  });
  jobs.handle(PRUNE_JOB, (job) => prune(context, job));
  return {
    routes: appRoutes(context),
    origins: { serve: (call, project) => serveApp(serving, call, project), webhookRoute: webhookRoute(context) },
    keptBlobs: (store, ids) => deploymentsStore.existingBlobs(store, ids),
    checksums: deploymentsStore.checksums,
    section: createDeploymentSection(context),
    forget: (store) => publishedApps.forget(store),
    start: () => removeLeftArchives(folder, options.isShared).catch(options.onError),
  };
}

function webhookRoute({ functions, appUrl }: AppsContext): Route {
  return callerRoute({
    method: 'POST',
    path: '/webhook/:file',
    id: 'receiveAppWebhook',
    summary: 'Calls a webhook handler of the published app',
    keyless: () => 'anonymous',
    documentedQuery: Type.Object({}),
    body: 'bytes',
    responses: {},
    handle: (call) => functions.receive(call, call.params['file'] ?? '', new URL(appUrl(call.project.id)).origin),
  });
}
