import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const MODULE = 'virtual:function-declarations';
const PACKAGES = new URL('../packages/', import.meta.url);
/** Functions run in a worker: they have `fetch` and streams, but no document. */
const ROOT_LIBRARIES = ['lib.esnext.d.ts', 'lib.webworker.d.ts'];

/** Provides the declarations that functions are checked against, by path, to the worker that checks them. */
export function functionDeclarations(): Plugin {
  return {
    name: 'function-declarations',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load: async (id) =>
      id === `\0${MODULE}` ? `export const declarations = ${JSON.stringify(await readDeclarations())}` : undefined,
  };
}

export async function readDeclarations(): Promise<Readonly<Record<string, string>>> {
  const text = (path: string): Promise<string> => readFile(fileURLToPath(new URL(path, PACKAGES)), 'utf8');
  return {
    ...(await readLibraries()),
    '/node_modules/@service/client/index.d.ts': `${await text('client/src/register.ts')}\n${await text('client/src/core/wire.ts')}`,
    '/node_modules/@service/functions/server.d.ts': await text('functions/server.d.ts'),
  };
}

/** TypeScript's own declarations of the language and of workers, with those that they refer to. */
async function readLibraries(): Promise<Readonly<Record<string, string>>> {
  const folder = dirname(createRequire(import.meta.url).resolve('typescript'));
  const libraries: Record<string, string> = {};
  const names = [...ROOT_LIBRARIES];
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    if (libraries[`/lib/${name}`] !== undefined) continue;
    const text = await readFile(join(folder, name), 'utf8');
    libraries[`/lib/${name}`] = text;
    for (const [, reference] of text.matchAll(/^\/\/\/ <reference lib="([^"]+)"/gm))
      names.push(`lib.${reference}.d.ts`);
  }
  return libraries;
}
