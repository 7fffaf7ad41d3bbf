import { type ArchiveRecord, UnfitRecord } from '../../../archive/format/index.ts';
import {
  createRecordReader,
  type Loading,
  type SectionLoad,
  storingRecords,
  timeOf,
} from '../../../archive/sections/index.ts';
import { type ErrorCode, ServiceError } from '../../../platform/errors.ts';
import { FUNCTION_NAME, type FunctionDefinition } from '../definitions/function-definition.ts';
import type { FunctionVersion } from '../definitions/versions-store.ts';
import { checkModule } from '../deployment/build/check-module.ts';
import { isSourcePath, readFiles } from '../deployment/build/read-files.ts';
import type { DeploymentContext } from '../deployment/deployment-context.ts';
import { mergeOptions } from '../deployment/options/merge-options.ts';
import { type ArchivedJobsContext, openJobLoad } from './archived-jobs.ts';
import {
  type FunctionRecord,
  functionRecord,
  type SourcesRecord,
  sourcesRecord,
  templateRecord,
} from './function-record.ts';
import { openSecretLoad, type SecretLoadContext } from './load-secrets.ts';

const HANDLER_NAME = /^webhook\/[A-Za-z0-9_][A-Za-z0-9_-]{0,62}$/;
/** Same limit as for a deploy. */
const SOURCES_CHARACTERS_MAX = 64 * 1024 * 1024;

/** Replaces a module that could not be built: otherwise one broken module would stop all functions. */
const STUB = `export default function () {
  throw new Error('This function did not load when its project was restored. Deploy it again.');
}
`;
const NO_MAP = '{"version":3,"sources":[],"names":[],"mappings":""}';

const readHead = createRecordReader(functionRecord);
const readTemplate = createRecordReader(templateRecord);
const readSources = createRecordReader(sourcesRecord);

interface PartialVersion {
  readonly name: string;
  readonly number: number;
  readonly createdAt: string;
  readonly files: Map<string, string>;
  readonly head: FunctionRecord | undefined;
}

export interface FunctionSectionContext extends DeploymentContext, SecretLoadContext, ArchivedJobsContext {}

export function openFunctionLoad(context: FunctionSectionContext, loading: Loading): SectionLoad {
  const scheduled: FunctionDefinition[] = [];
  let gathering: PartialVersion | undefined;
  let characters = 0;
  const takeSecrets = openSecretLoad(context, loading);
  const jobs = openJobLoad(context, loading);

  const build = async (): Promise<void> => {
    const version = gathering;
    gathering = undefined;
    characters = 0;
    if (version === undefined) return;
    const definition = await loadVersion(context, loading, version);
    if (definition?.schedule != null && definition.enabled) scheduled.push(definition);
  };

  const add = (files: Readonly<Record<string, string>>): void => {
    for (const [path, text] of Object.entries(files)) {
      if (!isSourcePath(path)) throw new UnfitRecord('A function has a source with a path that no source may have.');
      characters += text.length;
      if (characters > SOURCES_CHARACTERS_MAX) throw new UnfitRecord('A function has more sources than one may have.');
      gathering?.files.set(path, (gathering.files.get(path) ?? '') + text);
    }
  };

  const takeOne = async (record: ArchiveRecord): Promise<void> => {
    if (record['template'] !== undefined) return await loadTemplate(context, loading, record);
    if (record['continues'] === undefined) {
      const head = readHead(record);
      await build();
      gathering = gatheringOf(head);
      add(head.files);
      return;
    }
    const sources: SourcesRecord = readSources(record);
    const isSame = gathering?.name === sources.continues && gathering.number === sources.version;
    if (!isSame) {
      await build();
      const { continues: name, version, created_at: createdAt } = sources;
      gathering = { name, number: version, createdAt: timeOf(createdAt), files: new Map(), head: undefined };
    }
    add(sources.files);
  };

  return {
    async take(records) {
      const isJob = (record: ArchiveRecord): boolean => record['job'] !== undefined;
      for (const record of records) if (!isJob(record)) await takeOne(record);
      await jobs.take(records.filter(isJob));
    },
    end: build,
    takeSecrets,
    async finish() {
      if (loading.isDryRun) return;
      for (const definition of scheduled) await planNext(context, loading, definition);
      await jobs.finish();
    },
  };
}

/** A template unknown to this release is kept for a release that has it. */
async function loadTemplate(
  { database, templatesStore }: FunctionSectionContext,
  { project }: Loading,
  record: ArchiveRecord,
): Promise<void> {
  const { template: name, access, enabled, created_at: createdAt, updated_at: updatedAt } = readTemplate(record);
  if (!FUNCTION_NAME.test(name)) throw new UnfitRecord('A function has an impossible name.');
  const options = { name, access, enabled, createdAt: timeOf(createdAt), updatedAt: timeOf(updatedAt) };
  await storingRecords(() => database.load(project.store, [templatesStore.saveStep(options, { access })]));
}

function gatheringOf(head: FunctionRecord): PartialVersion {
  return {
    name: head.name,
    number: head.version,
    createdAt: timeOf(head.deployed_at),
    files: new Map(),
    head,
  };
}

async function loadVersion(
  context: FunctionSectionContext,
  loading: Loading,
  gathered: PartialVersion,
): Promise<FunctionDefinition | undefined> {
  const { database, versionsStore, functionsStore, ids } = context;
  const { name, number, createdAt, files, head } = gathered;
  if (!FUNCTION_NAME.test(name) && !HANDLER_NAME.test(name))
    throw new UnfitRecord('A function has an impossible name.');
  const built = await buildModule(context, loading, gathered);
  // An older version that no longer builds is skipped: no rollback could use it.
  if (built === undefined && head === undefined) return undefined;
  const { module, sourceMap } = built ?? { module: STUB, sourceMap: NO_MAP };
  const version: FunctionVersion = {
    id: ids(),
    number,
    createdAt,
    files: Object.fromEntries(files),
    module,
    sourceMap,
  };
  const definition = head && definitionOf(context, loading, { head, version, loads: built !== undefined });
  await storingRecords(() =>
    database.load(loading.project.store, [
      versionsStore.insertStep(name, version),
      ...(definition === undefined ? [] : [functionsStore.saveStep(undefined, definition)]),
    ]),
  );
  return definition;
}

const SOURCE_ERRORS: ReadonlySet<string> = new Set<ErrorCode>(['invalid_source', 'validation_failed']);

async function buildModule(
  { bundler, runtime, ids }: FunctionSectionContext,
  loading: Loading,
  { name, files, head }: PartialVersion,
): Promise<{ readonly module: string; readonly sourceMap: string } | undefined> {
  try {
    readFiles({ files: Object.fromEntries(files) });
    const bundle = await bundler.bundle(loading.project.store, files, entryOf(name, files));
    // An inactive version is checked when an owner rolls back to it.
    if (head !== undefined) {
      await checkModule(runtime, { store: loading.project.store, name, versionId: ids(), bundle });
    }
    return bundle;
  } catch (error) {
    // A failure of the building machine says nothing about the function.
    if (!(error instanceof ServiceError) || !SOURCE_ERRORS.has(error.code)) throw error;
    if (head !== undefined) {
      const reason = `It no longer loads and is switched off: ${error.message}`;
      loading.leaveOut({ kind: 'function', name, reason });
    }
    return undefined;
  }
}

/** A deployment's function keeps its path in the deployment; other functions start at `index`. */
function entryOf(name: string, files: ReadonlyMap<string, string>): string | undefined {
  const stem = HANDLER_NAME.test(name) ? name : `functions/${name}`;
  const isAlone = files.has('index.ts') || files.has('index.js');
  return isAlone ? undefined : [`${stem}.ts`, `${stem}.js`].find((path) => files.has(path));
}

function definitionOf(
  { clock }: FunctionSectionContext,
  { isPaused }: Loading,
  {
    head,
    version,
    loads,
  }: { readonly head: FunctionRecord; readonly version: FunctionVersion; readonly loads: boolean },
): FunctionDefinition {
  const { name, origin, created_at: createdAt, updated_at: updatedAt, deployed_at: deployedAt, ...options } = head;
  const { files: _files, version: _version, schedule, ...body } = options;
  const isScheduled = head.trigger === 'scheduled';
  const enabled = head.enabled && loads && !(isPaused && isScheduled);
  const change = {
    name,
    body: { ...body, enabled, ...(isScheduled && { schedule }) },
    origin,
    nowMs: clock.now(),
    version: { id: version.id, number: version.number, deployedAt: timeOf(deployedAt) },
  };
  try {
    const merged = mergeOptions(undefined, change);
    // The next run is scheduled after everything is restored.
    return { ...merged, nextRunAt: null, createdAt: timeOf(createdAt), updatedAt: timeOf(updatedAt) };
  } catch (error) {
    throw error instanceof ServiceError ? new UnfitRecord(`${name}: ${error.message}`) : error;
  }
}

async function planNext(
  { clock, database, functionsStore, plan }: FunctionSectionContext,
  { project }: Loading,
  definition: FunctionDefinition,
): Promise<void> {
  const { name, trigger, schedule, timezone } = definition;
  const nowMs = clock.now();
  const version = { id: definition.versionId, number: definition.version, deployedAt: definition.deployedAt };
  const body = { trigger, schedule, timezone };
  const { nextRunAt } = mergeOptions(undefined, { name, body, origin: definition.origin, nowMs, version });
  const after = { ...definition, nextRunAt, revision: definition.revision + 1 };
  await database.write(project.store, [
    functionsStore.saveStep(definition, after),
    ...(await plan.steps(project, definition, after)),
  ]);
}
