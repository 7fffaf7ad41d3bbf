import type { ReleaseFormats, StoreFormat } from '../database/index.ts';
import { programOf } from './installation.ts';
import { runProgram } from './run-program.ts';
import { UpgradeRefusal } from './upgrade-refusal.ts';

export interface DescribedRelease {
  readonly version: string;
  readonly formats: ReleaseFormats;
}

/** Runs an installed release to get its description, which also shows that it runs on this machine. */
export async function describeRelease(folder: string): Promise<DescribedRelease> {
  const { code, out, error } = await runProgram(programOf(folder), ['--formats']);
  if (code !== 0) throw new UpgradeRefusal(`The release in ${folder} cannot run here: ${error.trim()}`);
  try {
    return JSON.parse(out) as DescribedRelease;
  } catch (cause) {
    throw new UpgradeRefusal(`The release in ${folder} does not say its formats.`, { cause });
  }
}

/** The newest format of each kind, and the oldest that a release must support to read every store. */
export function installedFormats(stores: Iterable<readonly [store: string, format: StoreFormat]>): ReleaseFormats {
  const formats = { control: { applied: 0, readableFrom: 0 }, project: { applied: 0, readableFrom: 0 } };
  for (const [store, { applied, readableFrom }] of stores) {
    const kind = formats[store === 'control' ? 'control' : 'project'];
    kind.applied = Math.max(kind.applied, applied);
    kind.readableFrom = Math.max(kind.readableFrom, readableFrom);
  }
  return formats;
}

/** Throws unless the next release can use the stores and the installed one still can afterwards, for a way back. */
export function requireWayBack(installed: ReleaseFormats, next: DescribedRelease): void {
  for (const kind of ['control', 'project'] as const) {
    const [now, then] = [installed[kind], next.formats[kind]];
    if (now.applied > then.applied && now.readableFrom > then.applied) {
      throw new UpgradeRefusal(`Release ${next.version} is older than the data, which it cannot read.`);
    }
    // The format of project stores is 0 while there are no projects.
    if (now.applied > 0 && then.readableFrom > now.applied) {
      throw new UpgradeRefusal(
        `The running release could not read the data that release ${next.version} makes. ` +
          'Upgrade to a release between them first, or by hand with a copy of the data: see docs/deploy.md.',
      );
    }
  }
}
