import { execFile } from 'node:child_process';

/** An ability of the operating system to hold a process in. */
export type Feature = 'data-limit' | 'nice' | 'no-network' | 'no-new-privileges' | 'own-user';

/** Ten already let endless functions of four projects halve the reads of others. */
export const NICENESS = 19;

/** The loss without each feature. */
const WITHOUT: Readonly<Record<Feature, string>> = {
  'data-limit': 'may use more memory than is meant for them',
  nice: 'compete with the service for the processor',
  'no-network': 'are kept from the network by their own program alone',
  'no-new-privileges': 'outlive a killed service and may run programs with more rights',
  'own-user': 'run as the user of the service',
};

const FEATURES = Object.keys(WITHOUT) as readonly Feature[];

/** The words that stand before a program so that it starts with the feature. */
export function argumentsOf(feature: Feature, uid: number): readonly string[] {
  switch (feature) {
    case 'data-limit':
      return [];
    case 'nice':
      return ['nice', '-n', String(NICENESS)];
    case 'no-network':
      return ['unshare', isRoot() ? '-n' : '-rn'];
    case 'no-new-privileges':
      return ['setpriv', '--no-new-privs', '--pdeathsig', 'KILL'];
    case 'own-user':
      return ['setpriv', '--reuid', String(uid), '--regid', String(uid), '--clear-groups', '--bounding-set', '-all'];
  }
}

/** Tries each feature. `probe` is a command of the program that is to be started; without a user there is none to try. */
export async function detectFeatures(probe: readonly string[], uid: number | undefined): Promise<ReadonlySet<Feature>> {
  const found = await Promise.all(FEATURES.map((feature) => isThere(feature, probe, uid)));
  return new Set(FEATURES.filter((_, index) => found[index]));
}

/** A sentence for each feature that is not there, about the processes that are called `name`. */
export function missingSentences(name: string, features: ReadonlySet<Feature>): readonly string[] {
  return FEATURES.filter((feature) => !features.has(feature)).map(
    (feature) => `${feature}: ${name} ${WITHOUT[feature]}`,
  );
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

async function isThere(feature: Feature, probe: readonly string[], uid: number | undefined): Promise<boolean> {
  // Elsewhere the limit can be set, but nothing keeps it.
  if (feature === 'data-limit') return process.platform === 'linux';
  if (feature === 'own-user' && uid === undefined) return false;
  // Another user may not reach the program's folder.
  const tried = feature === 'own-user' ? probe : ['true'];
  const [command = '', ...args] = [...argumentsOf(feature, uid ?? 0), ...tried];
  return await new Promise((resolve) => {
    execFile(command, args, { timeout: 10_000, env: {}, cwd: '/' }, (error) => resolve(error === null));
  });
}
