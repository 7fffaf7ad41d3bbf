import { readFile, writeFile } from 'node:fs/promises';
import { findFunctionSources } from './function-sources.ts';
import { linkFunctionTypes } from './function-types.ts';
import type { Settings } from './settings.ts';

const TIMEOUT_MS = 5000;

async function fetchProjectTypes(settings: Settings): Promise<string | undefined> {
  const { url, projectId, publicKey, token } = settings;
  const address =
    token === undefined ? `${url}/api/baas/${projectId}/schema` : `${url}/api/cloud/projects/${projectId}/types.ts`;
  try {
    const response = await fetch(address, {
      headers: { authorization: `Bearer ${token ?? publicKey}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) return undefined;
    if (token !== undefined) return await response.text();
    const { data } = (await response.json()) as { data: { types: string } };
    return data.types;
  } catch {
    // The build continues without the service, with the existing file for types.
    return undefined;
  }
}

export type TypesState = 'current' | 'written' | 'stale' | 'missing' | 'unknown';

export async function syncProjectTypes(file: string, settings: Settings, mayWrite: boolean): Promise<TypesState> {
  const described = await fetchProjectTypes(settings);
  if (described === undefined) return 'unknown';
  const types = linkFunctionTypes(described, await findFunctionSources(file));
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known === types) return 'current';
  if (!mayWrite) return known === undefined ? 'missing' : 'stale';
  await writeFile(file, types);
  return 'written';
}

export function typesNotice(state: TypesState, file: string): string | undefined {
  if (state === 'written') return `@service/client: wrote ${file} from the tables and functions of the project.`;
  if (state === 'missing') {
    return `@service/client: ${file} is missing, so tables and functions have no types. Start the development server to write it.`;
  }
  if (state === 'stale') {
    return `@service/client: ${file} is stale: tables or functions of the project have changed. Start the development server to write it again.`;
  }
  return undefined;
}
