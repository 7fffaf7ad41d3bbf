import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { askRun } from './test-run.ts';

const SOURCE = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));

export interface ServiceProgram {
  readonly file: string;
  /** Node's cache of compiled code. That of a bundle is removed with the bundle. */
  readonly compileCache: string | undefined;
}

/** The bundle that all processes of a test run share; the sources outside of a run. */
export async function findProgram(): Promise<ServiceProgram> {
  const bundle = await askRun('service');
  if (bundle === undefined) return { file: SOURCE, compileCache: process.env['NODE_COMPILE_CACHE'] };
  return { file: bundle, compileCache: join(bundle, '../compiled') };
}
