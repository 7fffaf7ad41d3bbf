import { join } from 'node:path';
import { findProgram, type ServiceProgram } from '../../../../e2e/harness/service-program.ts';
import { ARCHIVE_FAULTS } from '../../engines/service-bundle.ts';
import { FAULTS_VARIABLE, type ProcessFaults } from './writer-order.ts';

let finding: Promise<ServiceProgram> | undefined;

/** Node's arguments and environment for a program of this suite: from the run's bundle, which starts faster than its sources. */
export async function programOf(
  name: string,
  { order, faults }: { readonly order: unknown; readonly faults: ProcessFaults },
): Promise<{ readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv }> {
  // The answer costs a look at every source.
  finding ??= findProgram();
  const { file, compileCache } = await finding;
  const path = (program: string): string => join(file, `../${program}.mjs`);
  return {
    args: ['--import', path(ARCHIVE_FAULTS), path(name), JSON.stringify(order)],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache, [FAULTS_VARIABLE]: JSON.stringify(faults) },
  };
}
