/** Readers of untrusted JSON. They treat a value of the wrong form as absent. */
export type Json = Readonly<Record<string, unknown>>;

export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found: unknown = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}

export function textAt(value: unknown, ...path: readonly (string | number)[]): string | null {
  const found = at(value, ...path);
  return typeof found === 'string' && found !== '' && found.isWellFormed() && !found.includes('\0') ? found : null;
}

export function integerAt(value: unknown, ...path: readonly (string | number)[]): number | null {
  const found = at(value, ...path);
  return Number.isSafeInteger(found) ? Number(found) : null;
}

/** The id of an object that is either embedded or only named by its id. */
export function idAt(value: unknown, ...path: readonly (string | number)[]): string | null {
  return textAt(value, ...path) ?? textAt(value, ...path, 'id');
}

export function textsAt(value: unknown, ...path: readonly (string | number)[]): Readonly<Record<string, string>> {
  const found = at(value, ...path);
  if (typeof found !== 'object' || found === null || Array.isArray(found)) return {};
  const texts = Object.entries(found).filter((entry): entry is [string, string] => {
    const [key, text] = entry as [string, unknown];
    return typeof text === 'string' && `${key}${text}`.isWellFormed() && !`${key}${text}`.includes('\0');
  });
  return Object.fromEntries(texts);
}

export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}
