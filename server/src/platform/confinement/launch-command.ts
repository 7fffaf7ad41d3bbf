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

interface Launch {
  readonly features: ReadonlySet<Feature>;
  readonly limits: ProcessLimits;
  readonly uid: number;
  /** The only variable of its environment, `NAME=value`. */
  readonly variable: string;
}

/** The command that starts a program within its limits, as the same process. */
export function launchCommand(
  program: readonly string[],
  { features, limits, uid, variable }: Launch,
): readonly [string, ...string[]] {
  const lines = ['ulimit -c 0 2>/dev/null', `ulimit -n ${OPEN_FILES_MAX} 2>/dev/null`];
  if (!limits.mayWriteFiles) lines.push('ulimit -f 0 2>/dev/null');
  if (features.has('data-limit')) lines.push(`ulimit -d ${limits.dataKilobytes} 2>/dev/null`);
  // One shell calls it u, another p.
  if (features.has('own-user'))
    lines.push(`ulimit -u ${PROCESSES_MAX} 2>/dev/null || ulimit -p ${PROCESSES_MAX} 2>/dev/null`);
  const script = `${lines.join('; ')}; unset PWD OLDPWD SHLVL _; export ${variable}; exec "$@"`;
  return ['/bin/sh', '-c', script, 'sh', ...stepsTo(features, uid), ...program];
}

/** The order matters: leaving the network needs the rights that the next step gives up. */
function stepsTo(features: ReadonlySet<Feature>, uid: number): readonly string[] {
  const network = features.has('no-network') ? argumentsOf('no-network', uid) : [];
  const user = features.has('own-user') ? argumentsOf('own-user', uid) : [];
  const rights = features.has('no-new-privileges') ? argumentsOf('no-new-privileges', uid) : [];
  // One run of the same command does both.
  const isOne = user.length > 0 && rights.length > 0;
  return [...network, ...user, ...(isOne ? rights.slice(1) : rights)];
}
