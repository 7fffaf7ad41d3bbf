type ChangesModule = typeof import('./changes.ts');

let loaded: ChangesModule | undefined;

export async function loadChanges(): Promise<ChangesModule | undefined> {
  try {
    loaded ??= await import('./changes.ts');
  } catch {
    // The module is unreachable: changes are sent in call order, and shown when the service has confirmed them.
  }
  return loaded;
}

export function loadedChanges(): ChangesModule | undefined {
  return loaded;
}
