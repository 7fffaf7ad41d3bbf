import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';

export type Feature = 'data-limit' | 'nice' | 'no-network' | 'no-new-privileges' | 'own-files' | 'own-user';
/** Features that a single command shows; `own-files` needs a namespace first. */
type TriedFeature = Exclude<Feature, 'own-files'>;

/** The lowest priority. At niceness 10, endless functions of four projects halved the read rate of others. */
export const NICENESS = 19;

const WITHOUT: Readonly<Record<Feature, string>> = {
  'data-limit': 'may use more memory than is meant for them',
  nice: 'compete with the service for the processor',
  'no-network': 'are kept from the network by their own program alone',
  'no-new-privileges': 'outlive a killed service and may run programs with more rights',
  'own-files': 'see the files of the machine that everybody may read',
  'own-user': 'run as the user of the service',
};

const FEATURES = Object.keys(WITHOUT) as readonly Feature[];
const TRIED = FEATURES.filter((feature) => feature !== 'own-files');

export function argumentsOf(feature: TriedFeature, uid: number): readonly string[] {
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

/** A command that succeeds only where a program can run, and what it reads from its standard input. */
export interface Probe {
  readonly command: readonly string[];
  readonly input?: Uint8Array | undefined;
}

/** capabilities(7): root without it may not change the priority of processes of other users. */
const CAP_SYS_NICE = 23n;

const TRUE: Probe = { command: ['true'] };

/** Tries each feature but `own-files`. Without a `uid` the user feature counts as missing. */
export async function detectFeatures(probe: Probe, uid: number | undefined): Promise<ReadonlySet<Feature>> {
  const found = await Promise.all(TRIED.map((feature) => isThere(feature, probe, uid)));
  const features = new Set(TRIED.filter((_, index) => found[index]));
  // Containers drop this right unless they are told to keep it.
  if (features.has('own-user') && !(await mayLowerOtherUsers())) features.delete('nice');
  return features;
}

export function missingSentences(name: string, features: ReadonlySet<Feature>): readonly string[] {
  return FEATURES.filter((feature) => !features.has(feature)).map(
    (feature) => `${feature}: ${name} ${WITHOUT[feature]}`,
  );
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

async function isThere(feature: TriedFeature, probe: Probe, uid: number | undefined): Promise<boolean> {
  // Other systems accept the limit but do not enforce it.
  if (feature === 'data-limit') return process.platform === 'linux';
  if (feature === 'own-user' && uid === undefined) return false;
  const { command, input } = feature === 'own-user' ? probe : TRUE;
  return await succeeds({ command: [...argumentsOf(feature, uid ?? 0), ...command], input }, '/');
}

async function mayLowerOtherUsers(): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const rights = /^CapEff:\s*([0-9a-f]+)$/m.exec(await readFile('/proc/self/status', 'utf8'))?.[1] ?? '0';
  return ((BigInt(`0x${rights}`) >> CAP_SYS_NICE) & 1n) === 1n;
}

export function succeeds({ command: [program = '', ...args], input }: Probe, cwd: string): Promise<boolean> {
  return new Promise((resolve) => {
    const tried = execFile(program, args, { timeout: 10_000, env: {}, cwd }, (error) => resolve(error === null));
    // A program that ends without reading its input closes it.
    tried.stdin?.on('error', () => undefined);
    tried.stdin?.end(input);
  });
}
