import { lstat, readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { parseJson } from '../files/parse-json.ts';
import { systemCode, wrongUse } from '../outcome/failure.ts';
import { isSecret } from '../outcome/hide-secrets.ts';
import { nearest } from '../outcome/nearest.ts';

export const SERVICE_JSON = 'service.json';
const BYTES_MAX = 65_536;
const DEFAULTS = { dist: 'dist', functions: 'functions', webhook: 'webhook', schema: 'schema.json' } as const;
const KEYS = ['url', 'project', 'dist', 'functions', 'webhook', 'schema'] as const;

type FolderKey = keyof typeof DEFAULTS;

/** The `service.json` of a checkout. It may come from anyone, so it contains no secret and refers to nothing outside its folder. */
export interface ServiceJson {
  readonly folder: string;
  readonly path: string | undefined;
  readonly url: string | undefined;
  readonly project: string | undefined;
  readonly folders: Readonly<Record<FolderKey, string>>;
}

/** The nearest file upwards. Throws when it is not valid. */
export async function findServiceJson(cwd: string): Promise<ServiceJson> {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const path = join(folder, SERVICE_JSON);
    const text = await readIfThere(path);
    if (text !== undefined) return readServiceJson(path, text);
    if (dirname(folder) === folder) break;
  }
  return { folder: resolve(cwd), path: undefined, url: undefined, project: undefined, folders: DEFAULTS };
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    const { size } = await lstat(path);
    if (size > BYTES_MAX) throw wrongUse(`${path} is longer than ${BYTES_MAX} bytes.`);
    return await readFile(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(systemCode(error) ?? '')) return undefined;
    throw error;
  }
}

export function readServiceJson(path: string, text: string): ServiceJson {
  const value = parseJson(text, path);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wrongUse(`${path} must hold an object.`);
  }
  const texts = new Map<string, string>();
  for (const [key, entry] of Object.entries(value)) {
    refuseSecret(path, key, entry);
    refuseUnknown(path, key);
    if (typeof entry !== 'string' || entry === '') throw wrongUse(`"${key}" in ${path} must be a text.`);
    texts.set(key, entry);
  }
  const folder = dirname(resolve(path));
  const inside = (key: FolderKey): string => requireInside(path, key, texts.get(key) ?? DEFAULTS[key]);
  return {
    folder,
    path,
    url: texts.get('url'),
    project: texts.get('project'),
    folders: {
      dist: inside('dist'),
      functions: inside('functions'),
      webhook: inside('webhook'),
      schema: inside('schema'),
    },
  };
}

/** The message shows neither key nor value, because it may end up in a log. */
function refuseSecret(path: string, key: string, entry: unknown): void {
  if (!isSecret(key) && !(typeof entry === 'string' && isSecret(entry))) return;
  throw wrongUse(`${path} holds a token or secret key: it is shared with the app's sources. Use "servicectl login".`);
}

function refuseUnknown(path: string, key: string): void {
  if ((KEYS as readonly string[]).includes(key)) return;
  if (/token|secret|key|password/i.test(key)) {
    throw wrongUse(`${path} must not hold "${key}": it is shared with the app's sources. Use "servicectl login".`);
  }
  const meant = nearest(key, KEYS);
  const help = meant === undefined ? `It may have ${KEYS.join(', ')}.` : `Did you mean "${meant}"?`;
  throw wrongUse(`${path} has an unknown key "${key}". ${help}`);
}

/** Prevents a foreign checkout from having other folders read or written. */
function requireInside(path: string, key: string, entry: string): string {
  const away = relative('.', entry);
  if (isAbsolute(entry) || entry.includes('\0') || away === '..' || away.startsWith(`..${sep}`) || away === '') {
    throw wrongUse(`"${key}" in ${path} must name something below its folder, not ${JSON.stringify(entry)}.`);
  }
  return away;
}
