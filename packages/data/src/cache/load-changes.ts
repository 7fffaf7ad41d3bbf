type Changes = typeof import('./changes.ts');

let loaded: Changes | undefined;

/** What lays changes over lists is loaded by the first component that wants it. */
export async function loadChanges(): Promise<void> {
  try {
    loaded ??= await import('./changes.ts');
  } catch {
    // Out of reach: changes are shown when the service has confirmed them.
  }
}

export function loadedChanges(): Changes | undefined {
  return loaded;
}
