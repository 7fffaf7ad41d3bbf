import { existsSync } from 'node:fs';

const FOLDER = new URL('./', import.meta.url);

/** Undefined when the service runs from its sources. */
export function builtFile(name: string): URL | undefined {
  const file = new URL(name, FOLDER);
  return existsSync(file) ? file : undefined;
}
