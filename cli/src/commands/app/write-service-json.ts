import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Context } from '../../command/context.ts';
import { readIfThere, requirePlainPath, writeWhole } from '../../files/write-whole.ts';
import { SERVICE_JSON } from '../../settings/service-json.ts';

export async function writeServiceJson(
  { settings }: Context,
  keys: { readonly url: string; readonly project: string },
): Promise<{ readonly path: string; readonly isWritten: boolean }> {
  const { folder, path: found } = await settings.serviceJson;
  const path = found ?? join(folder, SERVICE_JSON);
  const before = await readIfThere(path, (file) => readFile(file, 'utf8'));
  const current = before === undefined ? {} : (JSON.parse(before) as Record<string, unknown>);
  if (current['url'] === keys.url && current['project'] === keys.project) return { path, isWritten: false };
  await requirePlainPath(dirname(path), path);
  await writeWhole(path, `${JSON.stringify({ ...current, ...keys }, null, 2)}\n`);
  return { path, isWritten: true };
}
