import { type Feature, wordsOf } from './features.ts';

/**
 * What V8 reserves of a process's data without using it, what it uses when idle, and the 128 MB of a project with half as
 * much again for what is garbage already: V8 asks for new buffers before it has let go of the old.
 */
const DATA_KILOBYTES_MAX = 524_288 + 64 * 1024 + 192 * 1024;
const OPEN_FILES_MAX = 1024;

/** The order matters: leaving the network needs the rights that the last step gives up. */
const ORDER: readonly Feature[] = ['no-network', 'own-user', 'no-new-privileges'];

/** The command that starts a program within its limits, as the same process. */
export function launchCommand(
  program: readonly string[],
  features: ReadonlySet<Feature>,
  uid: number,
): readonly [string, ...string[]] {
  const limits = ['ulimit -c 0', `ulimit -n ${OPEN_FILES_MAX}`];
  if (features.has('data-limit')) limits.push(`ulimit -d ${DATA_KILOBYTES_MAX}`);
  const words = ORDER.filter((feature) => features.has(feature)).flatMap((feature) => wordsOf(feature, uid));
  const script = `${limits.map((limit) => `${limit} 2>/dev/null`).join('; ')}; unset PWD OLDPWD SHLVL _; exec "$@"`;
  return ['/bin/sh', '-c', script, 'sh', ...words, ...program];
}
