import { argumentsOf, type Feature } from './features.ts';

/** Upper limits of one process. */
export interface ProcessLimits {
  readonly dataKilobytes: number;
  /** False: not one byte into any file. */
  readonly mayWriteFiles: boolean;
}

const OPEN_FILES_MAX = 1024;
/** With the threads of each; counted by user, so for processes that have one of their own. */
const PROCESSES_MAX = 256;

/** The order matters: leaving the network needs the rights that the last step gives up. */
const ORDER: readonly Feature[] = ['no-network', 'own-user', 'no-new-privileges'];

interface Launch {
  readonly features: ReadonlySet<Feature>;
  readonly limits: ProcessLimits;
  readonly uid: number;
}

/** The command that starts a program within its limits, as the same process. */
export function launchCommand(
  program: readonly string[],
  { features, limits, uid }: Launch,
): readonly [string, ...string[]] {
  const lines = ['ulimit -c 0 2>/dev/null', `ulimit -n ${OPEN_FILES_MAX} 2>/dev/null`];
  if (!limits.mayWriteFiles) lines.push('ulimit -f 0 2>/dev/null');
  if (features.has('data-limit')) lines.push(`ulimit -d ${limits.dataKilobytes} 2>/dev/null`);
  // One shell calls it u, another p.
  if (features.has('own-user'))
    lines.push(`ulimit -u ${PROCESSES_MAX} 2>/dev/null || ulimit -p ${PROCESSES_MAX} 2>/dev/null`);
  const args = ORDER.filter((feature) => features.has(feature)).flatMap((feature) => argumentsOf(feature, uid));
  const script = `${lines.join('; ')}; unset PWD OLDPWD SHLVL _; exec "$@"`;
  return ['/bin/sh', '-c', script, 'sh', ...args, ...program];
}
