type Changes = typeof import('./changes.ts');

let loaded: Changes | undefined;

/** Loads the module that lays changes over lists, once the first component wants it. */
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
