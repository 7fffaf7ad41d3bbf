import { execFile } from 'node:child_process';

/** What the operating system can do to hold a process of functions in. */
export type Feature = 'data-limit' | 'nice' | 'no-network' | 'no-new-privileges' | 'own-user';

/** The first of the users that processes run as, each its own; nobody else has these numbers. */
export const FIRST_UID = 52_000;

/** Ten already let endless functions of four projects halve the reads of others. */
export const NICENESS = 19;

/** What is lost without each. */
const WITHOUT: Readonly<Record<Feature, string>> = {
  'data-limit': 'functions may use more memory than their heap',
  nice: 'functions compete with the service for the processor',
  'no-network': 'functions are kept from the network by their runtime alone',
  'no-new-privileges': 'processes of functions outlive a killed service and may run programs with more rights',
  'own-user': 'functions run as the user of the service',
};

/** The words that stand before a program so that it starts with the feature. */
export function wordsOf(feature: Feature, uid: number): readonly string[] {
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

/** Tries each feature with the program that is to be started. */
export async function detectFeatures(program: string): Promise<ReadonlySet<Feature>> {
  const features = Object.keys(WITHOUT) as Feature[];
  const found = await Promise.all(features.map((feature) => isThere(feature, program)));
  return new Set(features.filter((_, index) => found[index]));
}

/** A sentence for each feature that is not there. */
export function missingSentences(features: ReadonlySet<Feature>): readonly string[] {
  const all = Object.entries(WITHOUT) as [Feature, string][];
  return all.filter(([feature]) => !features.has(feature)).map(([feature, loss]) => `${feature}: ${loss}`);
}

async function isThere(feature: Feature, program: string): Promise<boolean> {
  // Elsewhere the limit can be set, but nothing keeps it.
  if (feature === 'data-limit') return process.platform === 'linux';
  if (feature === 'own-user' && !isRoot()) return false;
  // Another user may not reach the program's folder.
  const tried = feature === 'own-user' ? [program, '--version'] : ['true'];
  const [command = '', ...args] = [...wordsOf(feature, FIRST_UID), ...tried];
  return await new Promise((resolve) => {
    execFile(command, args, { timeout: 5000 }, (error) => resolve(error === null));
  });
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
