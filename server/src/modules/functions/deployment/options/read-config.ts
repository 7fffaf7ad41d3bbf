import { createValidator } from '../../../../http/index.ts';
import { ServiceError } from '../../../../platform/errors.ts';
import { invalidSource } from '../build/source-error.ts';
import { type FunctionConfig, functionConfig } from './function-schemas.ts';
import { mergeOptions } from './merge-options.ts';

export interface EntrySource {
  /** Name of the function: `greet`, or `webhook/stripe` for the handler in that file. */
  readonly name: string;
  readonly entry: string;
  readonly isHandler: boolean;
}

const check: (value: unknown) => void = createValidator(functionConfig);
const NO_VERSION = { id: '', number: 0, deployedAt: '' };

/** Missing options get defaults, not earlier values. Throws `invalid_source`, `invalid_schedule`. */
export function readConfig(source: EntrySource, json: string | undefined, nowMs: number): FunctionConfig {
  if (source.isHandler) return { trigger: 'webhook' };
  const config = parseConfig(source, json);
  const options: FunctionConfig = {
    ...config,
    trigger: config.trigger ?? (config.schedule == null ? 'http' : 'scheduled'),
    access: config.access ?? 'public',
    schedule: config.schedule ?? null,
    timezone: config.timezone ?? null,
    timeout_ms: config.timeout_ms ?? null,
    retries: config.retries ?? 0,
    description: config.description ?? null,
  };
  withPlace(source, () =>
    mergeOptions(undefined, { ...source, body: options, origin: 'deployment', nowMs, version: NO_VERSION }),
  );
  return options;
}

function parseConfig(source: EntrySource, json: string | undefined): FunctionConfig {
  const config: unknown = json === undefined ? {} : JSON.parse(json);
  withPlace(source, () => check(config));
  return config as FunctionConfig;
}

/** Reports an invalid config as a problem of the source that exports it. */
function withPlace({ entry }: EntrySource, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code !== 'validation_failed')
      throw new ServiceError(error.code, `${entry}: ${error.message}`, { cause: error });
    const fields = Object.entries(Object(error.details?.['fields']));
    throw invalidSource(
      fields.map(([field, problem]) => ({
        file: entry,
        line: 1,
        column: 1,
        message: `config: ${field} ${String(problem)}`,
      })),
    );
  }
}
