import { execFile } from 'node:child_process';

/** A confinement feature of the operating system. */
export type Feature = 'data-limit' | 'nice' | 'no-network' | 'no-new-privileges' | 'own-user';

/** The lowest priority: at niceness 10, endless functions of four projects halved the read rate of others. */
export const NICENESS = 19;

/** The consequence of each missing feature. */
const WITHOUT: Readonly<Record<Feature, string>> = {
  'data-limit': 'may use more memory than is meant for them',
  nice: 'compete with the service for the processor',
  'no-network': 'are kept from the network by their own program alone',
  'no-new-privileges': 'outlive a killed service and may run programs with more rights',
  'own-user': 'run as the user of the service',
};

const FEATURES = Object.keys(WITHOUT) as readonly Feature[];

/** The command prefix that starts a program with the feature. */
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

/** Tries each feature. `probe` is a command of the program to be started. Without a `uid` the user feature counts as missing. */
export async function detectFeatures(probe: readonly string[], uid: number | undefined): Promise<ReadonlySet<Feature>> {
  const found = await Promise.all(FEATURES.map((feature) => isThere(feature, probe, uid)));
  return new Set(FEATURES.filter((_, index) => found[index]));
}

/** One sentence for each missing feature; `name` is the plural name of the processes. */
export function missingSentences(name: string, features: ReadonlySet<Feature>): readonly string[] {
  return FEATURES.filter((feature) => !features.has(feature)).map(
    (feature) => `${feature}: ${name} ${WITHOUT[feature]}`,
  );
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

async function isThere(feature: Feature, probe: readonly string[], uid: number | undefined): Promise<boolean> {
  // Other systems accept the limit but do not enforce it.
  if (feature === 'data-limit') return process.platform === 'linux';
  if (feature === 'own-user' && uid === undefined) return false;
  // Another user may not be able to reach the program's folder.
  const tried = feature === 'own-user' ? probe : ['true'];
  const [command = '', ...args] = [...argumentsOf(feature, uid ?? 0), ...tried];
  return await new Promise((resolve) => {
    execFile(command, args, { timeout: 10_000, env: {}, cwd: '/' }, (error) => resolve(error === null));
  });
}
