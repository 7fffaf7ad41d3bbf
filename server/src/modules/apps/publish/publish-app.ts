import type { Project } from '../../../callers/index.ts';
import type { PlainStep } from '../../../database/index.ts';
import { isDatabaseFailure } from '../../../database/index.ts';
import type { MemberCall } from '../../../http/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { AppFunctionSet } from '../../functions/index.ts';
import { type AppsContext, activate, recordChange } from '../apps-context.ts';
import type { Content } from '../content.ts';
import type { Deployment, DeploymentChanges } from '../deployment.ts';
import type { AppState } from '../deployments-store.ts';
import { pruneLater } from './prune.ts';
import { readArchive, type SiteFile } from './read-archive.ts';
import { receiveArchive } from './receive-archive.ts';
import { siteChanges } from './site-changes.ts';
import { storeContents } from './store-contents.ts';

const DEPLOYMENTS_KEPT = 10;
const TRIES_MAX = 20;

/** Publishes an archive in one transaction at the end: a failure or crash leaves the previous app as it was. */
export async function publishApp(
  context: AppsContext,
  call: MemberCall,
  { isDry, isAdopting }: PublishOptions,
): Promise<PublishedApp> {
  const { project } = call;
  const archive = await receiveArchive(context.folder, context.ids(), call);
  try {
    return await context.turns(project.store, async () => {
      const { files, sources } = await readArchive(archive.path);
      const functions = await context.functions.prepare(project, sources, { isAdopting });
      const publishing = { project, archive: archive.path, files, functions };
      if (isDry) return await tryOut(context, publishing);
      const published = await publish(context, publishing);
      const { id, number } = published.deployment;
      await recordChange(context, call, { project, action: 'deployment.create', target: id, details: { number } });
      return published;
    });
  } finally {
    await archive.remove();
  }
}

export interface PublishOptions {
  /** Does everything except activate the deployment. */
  readonly isDry: boolean;
  /** Functions that were deployed by hand become functions of this deployment. */
  readonly isAdopting: boolean;
}

export interface PublishedApp {
  readonly deployment: Deployment;
  readonly changes: DeploymentChanges;
}

interface Publishing {
  readonly project: Project;
  readonly archive: string;
  readonly files: readonly SiteFile[];
  readonly functions: AppFunctionSet;
}

async function tryOut(context: AppsContext, publishing: Publishing): Promise<PublishedApp> {
  const state = await context.deploymentsStore.state(publishing.project.store);
  return { deployment: describe(context, publishing, state), changes: await changesOf(context, publishing, state) };
}

async function changesOf(
  { deploymentsStore }: AppsContext,
  { project, files, functions }: Publishing,
  { deploymentId }: AppState,
): Promise<DeploymentChanges> {
  const before = deploymentId === undefined ? [] : await deploymentsStore.files(project.store, deploymentId);
  return { files: siteChanges(before, files), ...(await functions.changes()) } as DeploymentChanges;
}

async function publish(context: AppsContext, publishing: Publishing): Promise<PublishedApp> {
  const added = new Map<string, Content>();
  try {
    for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
      const published = await tryToPublish(context, publishing, added);
      if (published !== undefined) return published;
    }
    throw new ServiceError('overloaded', 'Too many changes of this app at once. Try again.');
  } catch (error) {
    // If it is unknown whether the transaction committed, keep the blobs: a sweep deletes unreferenced ones later.
    if (!isDatabaseFailure(error, 'unavailable')) await discard(context, publishing.project, [...added.values()]);
    throw error;
  }
}

/** Undefined when another publish came first. */
async function tryToPublish(
  context: AppsContext,
  publishing: Publishing,
  added: Map<string, Content>,
): Promise<PublishedApp | undefined> {
  const { deploymentsStore } = context;
  const { project, archive, files } = publishing;
  const { store } = project;
  const state = await deploymentsStore.state(store);
  const hashes = [...new Set(files.map(({ hash }) => hash))];
  const known = await deploymentsStore.contents(store, hashes);
  const missing = new Set(hashes.filter((hash) => !known.has(hash) && !added.has(hash)));
  if (missing.size > 0) await storeContents(context, { store, archive, files, added }, missing);
  const contents = [...added.values()].filter(({ hash }) => !known.has(hash));
  const deployment = describe(context, publishing, state);
  const changes = await changesOf(context, publishing, state);
  const steps = await stepsOf(context, publishing, { state, deployment, contents });
  if (!(await activate(context, store, steps))) return undefined;
  for (const { blobId } of contents) context.blobs.confirm({ group: store, id: blobId });
  await discard(
    context,
    project,
    [...added.values()].filter(({ hash }) => known.has(hash)),
  );
  return { deployment, changes };
}

function describe({ ids, clock }: AppsContext, { files, functions }: Publishing, { lastNumber }: AppState): Deployment {
  return {
    id: ids(),
    number: lastNumber + 1,
    files: files.length,
    sizeBytes: files.reduce((sum, { size }) => sum + size, 0),
    functions: functions.functions,
    webhooks: functions.handlers,
    createdAt: isoTime(clock.now()),
  };
}

interface PreparedDeployment {
  readonly state: AppState;
  readonly deployment: Deployment;
  readonly contents: readonly Content[];
}

async function stepsOf(
  context: AppsContext,
  { project, files, functions }: Publishing,
  { state, deployment, contents }: PreparedDeployment,
): Promise<readonly PlainStep[]> {
  const { deploymentsStore } = context;
  const { id, number } = deployment;
  return [
    deploymentsStore.stateStep(state, { deployment_id: id, last_number: number }),
    deploymentsStore.insertStep(deployment),
    ...deploymentsStore.insertContentSteps(contents),
    ...deploymentsStore.insertFileSteps(id, files),
    ...(await functions.deploySteps(id)),
    ...(await forgetSteps(context, project)),
  ];
}

async function forgetSteps(context: AppsContext, { store }: Project): Promise<readonly PlainStep[]> {
  const { deploymentsStore, functions } = context;
  const old = (await deploymentsStore.list(store)).slice(DEPLOYMENTS_KEPT - 1).map(({ id }) => id);
  if (old.length === 0) return [];
  return [...deploymentsStore.deleteSteps(old), ...functions.forgetSteps(old), await pruneLater(context, store, [])];
}

/** Deletes stored contents that nothing will refer to. A sweep finds what cannot be deleted here. */
async function discard({ blobs }: AppsContext, { store }: Project, contents: readonly Content[]): Promise<void> {
  if (contents.length === 0) return;
  try {
    await blobs.delete(contents.map(({ blobId }) => ({ group: store, id: blobId })));
  } catch {
    // The caller reports the failure that led here.
  }
}
