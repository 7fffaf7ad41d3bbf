import type { Project } from '../../../../callers/index.ts';
import { isoTime } from '../../../../platform/clock.ts';
import { ServiceError } from '../../../../platform/errors.ts';
import type { FunctionVersion } from '../../definitions/versions-store.ts';
import { checkModule } from '../build/check-module.ts';
import type { SourceFiles } from '../build/resolve-import.ts';
import type { DeploymentContext } from '../deployment-context.ts';
import type { FunctionConfig } from '../options/function-schemas.ts';
import type { EntrySource } from '../options/read-config.ts';
import { readConfig } from '../options/read-config.ts';
import { findEntries } from './deployment-source.ts';

const BUILT_BYTES_MAX = 128 * 1024 * 1024;

export interface PreparedFunction {
  readonly name: string;
  readonly isHandler: boolean;
  readonly options: FunctionConfig;
  readonly version: Omit<FunctionVersion, 'number'>;
}

/** Changes nothing. Throws `invalid_source`, `invalid_schedule` or `payload_too_large`. */
export async function prepareFunctions(
  context: DeploymentContext,
  project: Project,
  files: SourceFiles,
): Promise<readonly PreparedFunction[]> {
  const prepared: PreparedFunction[] = [];
  let bytes = 0;
  for (const source of findEntries(files.keys())) {
    const built = await prepareFunction(context, { project, files, source });
    bytes += sizeOf(built);
    if (bytes > BUILT_BYTES_MAX) throw tooLarge();
    prepared.push(built);
  }
  return prepared;
}

function sizeOf({ version: { module, sourceMap, files } }: PreparedFunction): number {
  const texts = [module, sourceMap, ...Object.values(files)];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

function tooLarge(): ServiceError {
  return new ServiceError(
    'payload_too_large',
    `Functions and handlers have more than ${BUILT_BYTES_MAX} bytes when each is bundled with what it imports.`,
  );
}

async function prepareFunction(
  { bundler, runtime, ids, clock, templates }: DeploymentContext,
  { project, files, source }: { project: Project; files: SourceFiles; source: EntrySource },
): Promise<PreparedFunction> {
  const { name, isHandler } = source;
  if (templates.has(name)) {
    const message = `${source.entry}: ${name} comes with the service; a function of another name can call it.`;
    throw new ServiceError('invalid_source', message);
  }
  const { inputs, ...bundle } = await bundler.bundle(project.store, files, source.entry);
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
