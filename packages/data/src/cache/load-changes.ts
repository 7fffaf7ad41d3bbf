import type { applyChanges } from './changes.ts';
import type { keepChange } from './keep-change.ts';

interface Changes {
  readonly applyChanges: typeof applyChanges;
  readonly keepChange: typeof keepChange;
}

let loaded: Changes | undefined;

/** What lays changes over lists is loaded by the first component that wants it. */
export async function loadChanges(): Promise<Changes> {
  if (loaded === undefined) {
    const [changes, keeping] = await Promise.all([import('./changes.ts'), import('./keep-change.ts')]);
    loaded = { applyChanges: changes.applyChanges, keepChange: keeping.keepChange };
  }
  return loaded;
}

/** There whenever a change is shown. */
export function loadedChanges(): Changes | undefined {
  return loaded;
}
