import type { Project } from '../../../callers/index.ts';
import { requireUnchanged } from '../../../http/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { validationFailed } from '../../../platform/errors.ts';
import type { AuditAuthor } from '../../audit/index.ts';
import type { FunctionDefinition } from '../definitions/function-definition.ts';
import { recordChange } from '../definitions/record-change.ts';
import type { FunctionVersion } from '../definitions/versions-store.ts';
import { checkModule } from './build/check-module.ts';
import { readFiles } from './build/read-files.ts';
import type { SourceFiles } from './build/resolve-import.ts';
import type { DeploymentContext } from './deployment-context.ts';
import type { FunctionBody, FunctionConfig } from './options/function-schemas.ts';
import { mergeOptions, requireFunctionName } from './options/merge-options.ts';
import { readConfig } from './options/read-config.ts';
import { presentFunction } from './present-function.ts';
import { putTemplate } from './put-template.ts';
import { saveFunction } from './save-function.ts';

const VERSIONS_KEPT = 10;

export interface Deploy {
  readonly project: Project;
  readonly name: string;
  readonly body: FunctionBody;
  readonly origin: FunctionDefinition['origin'];
  /** The version numbers that the author has seen; the current one must be among them. Absent: any version. */
  readonly seen?: readonly string[] | undefined;
}

export interface DeployedFunction {
  readonly definition: FunctionDefinition;
  readonly isNew: boolean;
}

/** Throws `conflict` unless the author has seen the current version. */
export function requireVersionSeen(definition: FunctionDefinition | undefined, seen: Deploy['seen']): void {
  requireUnchanged(seen, definition && String(definition.version), () =>
    definition === undefined ? null : presentFunction(definition),
  );
}

/** Deploys a function or changes only its options, in one transaction at the end. */
export async function putFunction(
  context: DeploymentContext,
  author: AuditAuthor,
  deploy: Deploy,
): Promise<DeployedFunction> {
  const { project, name, body, origin } = deploy;
  requireFunctionName(name);
  if (Object.keys(body).length === 0) throw validationFailed({ body: 'must change something' });
  const template = context.templates.get(name);
  if (template !== undefined)
    return { definition: await putTemplate(context, author, { project, template, body }), isNew: false };
  const files = readFiles(body);
  const isFromSource = body.from_source === true;
  if (isFromSource) requireOnlySources(body);
  else await requireComplete(context, deploy, files !== undefined);
  const made = files === undefined ? undefined : await buildVersion(context, deploy, files);
  const built = made?.version;
  const options = isFromSource && made !== undefined ? { ...body, ...made.config() } : body;
  const { before, after } = await saveFunction(context, project, name, ({ definition, newest }) => {
    requireVersionSeen(definition, deploy.seen);
    const version = built === undefined ? undefined : { ...built, number: newest + 1 };
    const nowMs = context.clock.now();
    const merged = mergeOptions(definition, {
      name,
      body: options,
      origin,
      nowMs,
      version: activeVersion(definition, version),
    });
    if (version === undefined) return { after: merged, steps: [] };
    return { after: merged, steps: versionSteps(context, name, version) };
  });
  await recordChange(context, author, {
    project,
    action: built === undefined ? 'function.update' : 'function.deploy',
    target: name,
    details: { version: after.version, changed: Object.keys(body) },
  });
  return { definition: after, isNew: before === undefined };
}

const BESIDE_SOURCES: ReadonlySet<string> = new Set(['source', 'files', 'from_source', 'enabled']);

function requireOnlySources(body: FunctionBody): void {
  if (body.source === undefined && body.files === undefined) throw validationFailed({ files: 'or source is required' });
  const other = Object.keys(body).filter((name) => !BESIDE_SOURCES.has(name));
  if (other.length === 0) return;
  throw validationFailed(Object.fromEntries(other.map((name) => [name, 'stands in config of the source'])));
}

async function requireComplete(
  context: DeploymentContext,
  { project, name, body, origin }: Deploy,
  hasSource: boolean,
) {
  const { definition } = await context.functionsStore.find(project.store, name);
  if (definition === undefined && !hasSource) throw validationFailed({ source: 'or files is required' });
  const version = { id: '', number: 0, deployedAt: '' };
  mergeOptions(definition, { name, body, origin, nowMs: context.clock.now(), version });
}

async function buildVersion(
  context: DeploymentContext,
  { project, name }: Deploy,
  files: SourceFiles,
): Promise<{ readonly version: Omit<FunctionVersion, 'number'>; config(): FunctionConfig }> {
  const bundle = await context.bundler.bundle(project.store, files);
  const id = context.ids();
  const config = await checkModule(context.runtime, { store: project.store, name, versionId: id, bundle });
  const { module, sourceMap } = bundle;
  const nowMs = context.clock.now();
  const entry = files.has('index.ts') ? 'index.ts' : 'index.js';
  return {
    version: { id, createdAt: isoTime(nowMs), files: Object.fromEntries(files), module, sourceMap },
    config: () => readConfig({ name, entry, isHandler: false }, config, nowMs),
  };
}

function activeVersion(definition: FunctionDefinition | undefined, version: FunctionVersion | undefined) {
  if (version !== undefined) return { id: version.id, number: version.number, deployedAt: version.createdAt };
  if (definition === undefined) throw validationFailed({ source: 'or files is required' });
  return { id: definition.versionId, number: definition.version, deployedAt: definition.deployedAt };
}

function versionSteps({ versionsStore }: DeploymentContext, name: string, version: FunctionVersion) {
  return [versionsStore.insertStep(name, version), versionsStore.pruneStep(name, VERSIONS_KEPT, version.id)];
}
