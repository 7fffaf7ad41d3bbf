import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Context } from '../../command/context.ts';
import { parseJson } from '../../files/parse-json.ts';
import { readIfThere, requirePlainPath } from '../../files/write-whole.ts';
import { wrongUse } from '../../outcome/failure.ts';
import { isSecret } from '../../outcome/hide-secrets.ts';

export const SETTINGS_JSON = 'settings.json';

export type Values = Readonly<Record<string, unknown>>;

/** The settings that the owner may change, without secrets and values that the service determines itself. */
export interface SettingsFile {
  readonly version: 1;
  readonly allowed_origins?: readonly string[];
  readonly settings: Values;
}

export async function settingsPlace(context: Context): Promise<{ readonly folder: string; readonly file: string }> {
  const { folder, folders } = await context.settings.serviceJson;
  const file = join(dirname(join(folder, folders.schema)), SETTINGS_JSON);
  await requirePlainPath(folder, file);
  return { folder, file };
}

export async function readSettingsFile(context: Context): Promise<SettingsFile> {
  const { file } = await settingsPlace(context);
  const shown = relative(context.cwd, file);
  const text = await readIfThere(file, (path) => readFile(path, 'utf8'));
  if (text === undefined) throw wrongUse(`There is no ${shown}.`, 'servicectl settings pull');
  if (isSecret(text)) throw wrongUse(`${shown} holds a token or secret key: it is shared with the app's sources.`);
  const value = parseJson(text, shown);
  if (!isObject(value) || value['version'] !== 1 || !isObject(value['settings'])) {
    throw wrongUse(
      `${shown} must be an object such as {"version": 1, "settings": {"auth": {}}}.`,
      'servicectl settings pull',
    );
  }
  const { version: _, settings, allowed_origins: origins, ...others } = value;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw wrongUse(`${shown} has an unknown key "${unknown}". It may have version, allowed_origins, settings.`);
  }
  if (origins !== undefined && !(Array.isArray(origins) && origins.every((origin) => typeof origin === 'string'))) {
    throw wrongUse(`"allowed_origins" in ${shown} must be a list of texts.`);
  }
  refuseSecrets(shown, settings, 'settings');
  return { version: 1, settings, ...(origins !== undefined && { allowed_origins: origins as string[] }) };
}

function refuseSecrets(shown: string, value: unknown, place: string): void {
  if (!isObject(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'secret' || name === 'client_secret') {
      throw wrongUse(`${shown} must not hold ${place}.${name}: hand secrets in with --secrets-file.`);
    }
    refuseSecrets(shown, inner, `${place}.${name}`);
  }
}

export function settable(shown: Values): Values {
  const kept = Object.entries(shown).filter(([name]) => !READ_ONLY.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, isObject(value) ? settable(value) : value]));
}

/** `files_bytes` is another name of `storage_bytes`. */
const READ_ONLY = new Set([
  'notify_email_confirmed',
  'has_secret',
  'has_client_secret',
  'domain_states',
  'files_bytes',
]);

/** The same settings give the same bytes. */
export function settingsText(origins: readonly string[], shown: Values): string {
  const file: SettingsFile = { version: 1, allowed_origins: origins, settings: settable(shown) };
  return `${JSON.stringify(file, null, 2)}\n`;
}

export function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
