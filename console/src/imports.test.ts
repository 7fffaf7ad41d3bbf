import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = import.meta.dirname;
const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

interface Import {
  readonly from: string;
  readonly to: string;
}

/** `app`, `shared`, or the feature that a file belongs to. */
function partOf(path: string): string {
  return /^features\/[^/]+/.exec(path)?.[0] ?? path.split('/')[0] ?? '';
}

function isForbidden({ from, to }: Import): boolean {
  const part = partOf(from);
  if (part === 'app' || part.endsWith('main.tsx')) return to.startsWith('..');
  return partOf(to) !== part && partOf(to) !== 'shared';
}

async function findImports(): Promise<readonly Import[]> {
  const entries = await readdir(SOURCES, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name));
  const found = files.map(async ({ parentPath, name }) => {
    const text = await readFile(join(parentPath, name), 'utf8');
    return [...text.matchAll(IMPORT)].map((match) => ({
      from: relative(SOURCES, join(parentPath, name)),
      to: relative(SOURCES, resolve(parentPath, match[1] ?? '')),
    }));
  });
  return (await Promise.all(found)).flat();
}

test('a feature of the console imports only itself and shared code', async () => {
  const imports = await findImports();
  expect(imports.length).toBeGreaterThan(100);
  expect(imports.filter(isForbidden)).toEqual([]);
});

test.each([
  { from: 'features/users/x.tsx', to: 'features/files/y.tsx' },
  { from: 'features/users/x.tsx', to: 'app/router.tsx' },
  { from: 'shared/list/x.tsx', to: 'features/users/y.tsx' },
  { from: 'shared/list/x.tsx', to: '../../server/src/main.ts' },
  { from: 'app/router.tsx', to: '../../packages/client/index.ts' },
])('$from must not import $to', (forbidden) => {
  expect(isForbidden(forbidden)).toBe(true);
});
