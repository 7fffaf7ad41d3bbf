import { argumentsOf, type Feature } from './features.ts';

export interface ProcessLimits {
  readonly dataKilobytes: number;
  readonly mayWriteFiles: boolean;
}

const OPEN_FILES_MAX = 1024;
/** Including threads. The system counts them by user, so this limit needs a process with its own user. */
const PROCESSES_MAX = 256;

interface LaunchOptions {
  readonly features: ReadonlySet<Feature>;
  readonly limits: ProcessLimits;
  readonly uid: number;
  /** The command that enters a mount namespace of its own; empty for none. */
  readonly enterRoot: readonly string[];
  /** The only environment variable of the process, as `NAME=value`. */
  readonly variable: string;
}

/** The command that sets the limits and then execs the program in the same process. */
export function launchCommand(
  program: readonly string[],
  { features, limits, uid, variable, enterRoot }: LaunchOptions,
): readonly [string, ...string[]] {
  const lines = ['ulimit -c 0 2>/dev/null', `ulimit -n ${OPEN_FILES_MAX} 2>/dev/null`];
  if (!limits.mayWriteFiles) lines.push('ulimit -f 0 2>/dev/null');
  if (features.has('data-limit')) lines.push(`ulimit -d ${limits.dataKilobytes} 2>/dev/null`);
  // Some shells call this limit -u, others -p.
  if (features.has('own-user'))
    lines.push(`ulimit -u ${PROCESSES_MAX} 2>/dev/null || ulimit -p ${PROCESSES_MAX} 2>/dev/null`);
  const script = `${lines.join('; ')}; unset PWD OLDPWD SHLVL _; export ${variable}; exec "$@"`;
  return ['/bin/sh', '-c', script, 'sh', ...stepsTo(features, uid, enterRoot), ...program];
}

/** The order matters: namespaces need privileges that the last step drops. */
function stepsTo(features: ReadonlySet<Feature>, uid: number, enterRoot: readonly string[]): readonly string[] {
  const network = features.has('no-network') ? argumentsOf('no-network', uid) : [];
  const user = features.has('own-user') ? argumentsOf('own-user', uid) : [];
  const rights = features.has('no-new-privileges') ? argumentsOf('no-new-privileges', uid) : [];
  const isOne = user.length > 0 && rights.length > 0;
  return [...network, ...enterRoot, ...user, ...(isOne ? rights.slice(1) : rights)];
}
