import type { Project } from '../../../http/callers.ts';
import { isoTime } from '../../../platform/clock.ts';
import { checkModule } from '../deploy/check-module.ts';
import type { FunctionConfig } from '../deploy/deploy-schemas.ts';
import type { SourceFiles } from '../deploy/resolve-import.ts';
import type { FunctionParts } from '../function-parts.ts';
import type { FunctionVersion } from '../versions-store.ts';
import { type EntrySource, findEntries } from './deployment-source.ts';
import { readConfig } from './read-config.ts';

/** A function of a deployment that was built and loads. */
export interface PreparedFunction {
  readonly name: string;
  readonly isHandler: boolean;
  readonly options: FunctionConfig;
  readonly version: Omit<FunctionVersion, 'number'>;
}

/**
 * Builds and loads every function and handler of a deployment, one after the other. Changes nothing. Throws
 * `invalid_source`, `invalid_schedule`.
 */
export async function prepareFunctions(
  parts: FunctionParts,
  project: Project,
  files: SourceFiles,
): Promise<readonly PreparedFunction[]> {
  const prepared: PreparedFunction[] = [];
  for (const source of findEntries(files.keys()))
    prepared.push(await prepareFunction(parts, { project, files, source }));
  return prepared;
}

async function prepareFunction(
  { bundler, runtime, ids, clock }: FunctionParts,
  { project, files, source }: { project: Project; files: SourceFiles; source: EntrySource },
): Promise<PreparedFunction> {
  const { name, isHandler } = source;
  const { inputs, ...bundle } = await bundler.bundle(files, source.entry);
  const id = ids();
  const config = await checkModule(runtime, {
    store: project.store,
    name,
    versionId: id,
    bundle: { ...bundle, inputs },
  });
  const used = inputs.map((path) => [path, files.get(path) ?? ''] as const);
  return {
    name,
    isHandler,
    options: readConfig(source, config, clock.now()),
    version: {
      id,
      createdAt: isoTime(clock.now()),
      files: Object.fromEntries(used),
      module: bundle.module,
      sourceMap: bundle.sourceMap,
    },
  };
}
