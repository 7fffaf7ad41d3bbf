import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/** A file that `servicectl deploy` publishes as a function. JavaScript has no types to take. */
const SOURCE = /^([a-z][a-z0-9_-]{0,62})\.ts$/;

export async function findFunctionSources(typesFile: string): Promise<ReadonlyMap<string, string>> {
  const root = dirname(typesFile);
  const folder = join(root, await functionsFolder(root));
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = new Map<string, string>();
  for (const entry of entries) {
    const name = SOURCE.exec(entry.name)?.[1];
    if (name === undefined || !entry.isFile()) continue;
    found.set(name, `./${relative(root, join(folder, entry.name)).split(sep).join('/')}`);
  }
  return found;
}

async function functionsFolder(root: string): Promise<string> {
  try {
    const { functions } = JSON.parse(await readFile(join(root, 'service.json'), 'utf8')) as { functions?: unknown };
    return typeof functions === 'string' ? functions : 'functions';
  } catch {
    // The file is missing or invalid; `servicectl` reports invalid ones.
    return 'functions';
  }
}
