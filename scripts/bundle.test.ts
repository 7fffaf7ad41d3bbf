import { build, type Metafile } from 'esbuild';
import { expect, test } from 'vitest';
import { bundle, SERVICE_BUILD } from './bundle.ts';

/** Packages that the service loads at the first request that needs them. */
const LOADED_LATER = [
  ...[
    '@modelcontextprotocol/server',
    '@opentelemetry/sdk-trace-node',
    '@zxcvbn-ts/language-common',
    'file-type',
    'light-my-request',
  ],
  ...['marked', 'mime-types', 'minisearch', 'nodemailer', 'openid-client', 'pg', 'stripe', 'zod'],
];

const { metafile } = await build({ ...SERVICE_BUILD, metafile: true });
const files = [...(await bundle())];

test('a start does not load the packages that only some requests need', () => {
  const packages = packagesOf(metafile, filesOfStart(metafile));
  expect(packages).toContain('find-my-way');
  expect([...packagesOf(metafile, Object.keys(metafile.outputs))]).toEqual(expect.arrayContaining(LOADED_LATER));
  expect(LOADED_LATER.filter((name) => packages.has(name))).toEqual([]);
});

test('packages loaded on demand keep their named exports; a CommonJS package in a separate file has only a default', () => {
  // OpenTelemetry loads these parts itself, by `require`.
  const isOfPackage = /@opentelemetry\/resources\/.*\/machine-id\//;
  const later = Object.values(metafile.outputs).filter(
    ({ entryPoint }) => entryPoint?.includes('node_modules/') && !isOfPackage.test(entryPoint),
  );
  const nameless = later.filter(({ exports }) => exports.join() === 'default').map(({ entryPoint }) => entryPoint);
  // The service uses only its default export.
  expect(nameless).toEqual([expect.stringContaining('node_modules/light-my-request/index.js')]);
});

test('the bundles are ASCII, so that V8 keeps their sources with one byte for each character', () => {
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter(([, contents]) => contents.some((byte) => byte > 127)).map(([path]) => path)).toEqual([]);
});

test('the thread of the archiver loads no package: its memory is for pages', () => {
  const [, contents] = files.find(([path]) => path.endsWith('/archiver-worker.mjs')) ?? [];
  const text = Buffer.from(contents ?? []).toString();
  expect(text).toContain('Archiver = class');
  expect(text).not.toContain('node_modules/');
});

/** The service's main file, and all files that it imports before it runs. */
function filesOfStart({ outputs }: Metafile): readonly string[] {
  const main = Object.keys(outputs).find((file) => outputs[file]?.inputs['server/src/main.ts'] !== undefined);
  const files = new Set<string>();
  const add = (file: string): void => {
    if (files.has(file) || outputs[file] === undefined) return;
    files.add(file);
    for (const { path, kind } of outputs[file].imports) if (kind === 'import-statement') add(path);
  };
  add(main ?? '');
  return [...files];
}

function packagesOf({ outputs }: Metafile, files: readonly string[]): ReadonlySet<string> {
  const inputs = files.flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}));
  return new Set(inputs.flatMap((input) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []));
}
