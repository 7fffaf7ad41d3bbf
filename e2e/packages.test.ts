import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import webpack from 'webpack';
import { startBrowser } from './harness/browser.ts';
import { createScene, createTable, type Scene } from './harness/each-engine.ts';
import { BUDGETS_KB, measurePackageSizes, PACKAGE_NAMES } from './harness/package-sizes.ts';
import { type AppFolder, copyExample, packPackages } from './harness/packed-packages.ts';
import { serveFolder } from './harness/serve-folder.ts';
import { ROOT, startService } from './harness/service-process.ts';

const OTHERS = [
  'react',
  'react-dom',
  'esbuild',
  '@tanstack/query-core',
  'typescript',
  '@types/react',
  '@types/react-dom',
  '@types/node',
  'vite',
  'vitest',
];

const run = promisify(execFile);
const cleanUp = new AsyncDisposableStack();
let packed: string;
let app: AppFolder;

beforeAll(async () => {
  packed = await packPackages();
  cleanUp.defer(() => rm(packed, { recursive: true, force: true }));
  app = cleanUp.use(await copyExample('esbuild', packed, OTHERS));
}, 120_000);
afterAll(() => cleanUp.disposeAsync());

describe('the packages as they are published', () => {
  test.each(PACKAGE_NAMES)(
    '%s passes publint and the check of its types',
    async (name) => {
      const file = (await readdir(packed)).find((each) => each.startsWith(`service-${name}-`)) ?? '';
      const bin = join(ROOT, 'node_modules/.bin');
      const env = { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}` };
      const linted = await run(join(bin, 'publint'), ['run', join(packed, file), '--strict'], { env });
      expect(linted.stdout).toContain('All good');
      const excluded = name === 'functions' ? ['--exclude-entrypoints', './server'] : [];
      // Fails when a module resolution finds no types or wrong ones.
      await run(join(bin, 'attw'), [join(packed, file), '--profile', 'esm-only', ...excluded], { env });
    },
    60_000,
  );

  test('work in Node without React, where a hook says what is missing', async () => {
    await using script = await copyExample('esbuild', packed, ['@tanstack/query-core']);
    await writeFile(
      join(script.folder, 'script.mjs'),
      `import { useAuth } from '@service/auth';
       import { list, useQuery } from '@service/data';
       import { invoke, useFunction } from '@service/functions';
       const told = [useAuth, useQuery, useFunction].map((hook) => { try { hook('a'); } catch (error) { return error.message; } });
       console.log(JSON.stringify({ kinds: [typeof list, typeof invoke], told }));`,
    );
    const { kinds, told } = JSON.parse(await script.run('../script.mjs', []));
    expect(kinds).toEqual(['function', 'function']);
    expect(told).toEqual(
      Array.from({ length: 3 }, () => expect.stringMatching(/^Hooks need React: npm install react/)),
    );
  });

  test('render in Node with React, without a bundler', async () => {
    await writeFile(
      join(app.folder, 'render.mjs'),
      `import { createElement } from 'react';
       import { renderToString } from 'react-dom/server';
       import { useQuery } from '@service/data';
       console.log(renderToString(createElement(() => String(useQuery('todos').loading))));`,
    );
    expect(await app.run('../render.mjs', [])).toBe('true\n');
  });

  test('keep their size budgets', async () => {
    const sizes = await measurePackageSizes(app.folder);
    const above = [...PACKAGE_NAMES, 'all' as const].filter((name) => sizes[name] > BUDGETS_KB[name] * 1024);
    expect(above, JSON.stringify(sizes)).toEqual([]);
    expect(sizes.data).toBeGreaterThan(5000);
  });

  test('do nothing when they are imported', async () => {
    const contents = PACKAGE_NAMES.map((name) => `import '@service/${name}';`).join('\n');
    const options = { bundle: true, minify: true, write: false, format: 'esm', logLevel: 'silent' } as const;
    const { outputFiles } = await build({ ...options, stdin: { contents, resolveDir: app.folder } });
    expect(outputFiles[0]?.text).toBe('');
  });

  test('have examples and types that compile, with and without the project’s own tables', async () => {
    const examples: string[] = [];
    for (const name of PACKAGE_NAMES) {
      const files = (await readdir(join(ROOT, 'packages', name, 'src'), { recursive: true })).filter(
        (file) => /\.tsx?$/.test(file) && !file.includes('.test.'),
      );
      const texts = await Promise.all(files.map((file) => readFile(join(ROOT, 'packages', name, 'src', file), 'utf8')));
      const comments = texts.join('\n').replaceAll(/^ \* ?/gm, '');
      const documents = [comments, await readFile(join(ROOT, 'packages', name, 'README.md'), 'utf8')];
      examples.push(
        ...documents.flatMap((text) => [...text.matchAll(/```tsx?\n([\s\S]*?)```/g)].map(([, code]) => code ?? '')),
      );
    }
    expect(examples.length).toBeGreaterThan(40);
    const kept = examples.filter((code) => !/declare module '@service\/client'|from '(svc-|next\/)/.test(code));
    await Promise.all(
      kept.map((code, index) => writeFile(join(app.folder, `example-${index}.tsx`), `${code}\nexport {};\n`)),
    );
    const options = {
      target: 'es2024',
      lib: ['es2024', 'dom', 'dom.iterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      jsx: 'react-jsx',
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      types: ['node'],
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
    };
    await writeFile(
      join(app.folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, include: ['example-*.tsx'] }),
    );
    await app.run('typescript/bin/tsc', ['-p', '.']).catch((error) => expect.fail(error.stdout));
    await writeFile(
      join(app.folder, 'tsconfig.types.json'),
      JSON.stringify({ compilerOptions: { ...options, skipLibCheck: true }, include: ['registered.tsx'] }),
    );
    await writeFile(
      join(app.folder, 'registered.tsx'),
      await readFile(new URL('fixtures/registered.tsx.txt', import.meta.url)),
    );
    await app.run('typescript/bin/tsc', ['-p', 'tsconfig.types.json']).catch((error) => expect.fail(error.stdout));
  }, 60_000);
});

describe('an app of plain React', () => {
  let scene: Scene;
  let browser: Browser;
  let env: Record<string, string>;
  beforeAll(async () => {
    const service = cleanUp.use(await startService({ env: { SERVICE_MODE: 'development' } }));
    scene = await createScene(service);
    const rules = { read: 'public', create: 'public' };
    await createTable(scene, { name: 'todos', columns: [{ name: 'title', type: 'text' }], rules });
    env = {
      SERVICE_URL: `http://localhost:${service.port}`,
      SERVICE_PROJECT_ID: 'shop',
      SERVICE_PUBLIC_KEY: scene.publicKey,
    };
    browser = await startBrowser();
    cleanUp.defer(() => browser.close());
  }, 60_000);

  const serve = async (folder: string): Promise<string> => cleanUp.use(await serveFolder(folder)).url;

  async function addsTodo(url: string): Promise<void> {
    const page = await browser.newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(url);
    const before = Number.parseInt((await page.getByRole('heading').textContent()) ?? '', 10);
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('heading', { name: `${before + 1} todos` }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Add' }).isEnabled()).toBe(true);
    await page.close();
  }

  test('is built from the example by esbuild, and runs', async () => {
    const script = (await readFile(join(app.folder, 'build.ts'), 'utf8')).replace(
      'sameOrigin: !isDevelopment',
      'sameOrigin: false',
    );
    await writeFile(join(app.folder, 'build.ts'), script);
    await app.run('../build.ts', [], env);
    await addsTodo(await serve(join(app.folder, 'dist')));
  }, 60_000);

  test('is built by webpack, and runs', async () => {
    const { default: service } = (await import(join(app.folder, 'node_modules/@service/client/dist/webpack.js'))) as {
      default(options: object): { apply(compiler: webpack.Compiler): void };
    };
    const { publicKey } = scene;
    const settings = { url: env['SERVICE_URL'], projectId: 'shop', publicKey, sameOrigin: false, types: false };
    const source = await readFile(join(app.folder, 'src/main.tsx'), 'utf8');
    const { code } = await (await import('esbuild')).transform(source, { loader: 'tsx', jsx: 'automatic' });
    await writeFile(join(app.folder, 'src/plain.js'), code);
    const compiler = webpack({
      mode: 'production',
      context: app.folder,
      entry: './src/plain.js',
      output: { path: join(app.folder, 'packed'), filename: 'main.js' },
      plugins: [service(settings)],
      performance: false,
    });
    const stats = await promisify(compiler.run.bind(compiler))();
    await promisify(compiler.close.bind(compiler))();
    expect(stats?.hasErrors(), stats?.toString('errors-only')).toBe(false);
    await writeFile(join(app.folder, 'packed/index.html'), await readFile(join(app.folder, 'index.html')));
    await addsTodo(await serve(join(app.folder, 'packed')));
  }, 60_000);

  test('has a panel for development that is left out of a production build', async () => {
    await createTable(scene, { name: 'orders', columns: [], rules: { read: 'owner' } });
    const entry = `import './main.tsx';
      import { openDevtools } from '@service/client/devtools';
      import { list } from '@service/data';
      void openDevtools().then(() => list('orders')).catch(() => undefined);`;
    await writeFile(join(app.folder, 'src/with-panel.tsx'), entry);
    const { default: service } = (await import(join(app.folder, 'node_modules/@service/client/dist/esbuild.js'))) as {
      default(options: object): Plugin;
    };
    const settings = { url: env['SERVICE_URL'], projectId: 'shop', publicKey: scene.publicKey, types: false };
    const bundle = async (mode: string): Promise<string> => {
      const { outputFiles } = await build({
        entryPoints: [join(app.folder, 'src/with-panel.tsx')],
        bundle: true,
        splitting: true,
        format: 'esm',
        jsx: 'automatic',
        outdir: join(app.folder, 'panel'),
        define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
        plugins: [service({ ...settings, sameOrigin: false })],
        write: false,
      });
      await mkdir(join(app.folder, 'panel'), { recursive: true });
      for (const { path, contents } of outputFiles) await writeFile(path, contents);
      return outputFiles.map(({ text }) => text).join();
    };
    expect(await bundle('production')).not.toContain('service-devtools');
    expect(await bundle('development')).toContain('service-devtools');
    const html = await readFile(join(app.folder, 'index.html'), 'utf8');
    await writeFile(join(app.folder, 'panel/index.html'), html.replace(/src="[^"]*"/, 'src="/with-panel.js"'));
    const page = await browser.newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(await serve(join(app.folder, 'panel')));
    await page.getByRole('button', { name: 'Service' }).click();
    const panel = page.getByRole('region', { name: 'Service: development' });
    await panel.getByRole('row', { name: /GET \/data\/orders.* 401 not_authenticated: Nobody is signed in/ }).waitFor();
    await panel.getByRole('row', { name: /^rows of todos .* answered/ }).waitFor();
    await panel.getByRole('row', { name: 'User no component has asked' }).waitFor();
    await page.getByRole('button', { name: 'Add' }).click();
    await panel.getByRole('row', { name: /POST \/data\/todos 201/ }).waitFor();
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [375, 'dark'],
    ] as const) {
      if (!process.env['SCREENSHOTS']) break;
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 700 });
      await page.screenshot({ path: join(process.env['SCREENSHOTS'], `panel-${width}.png`) });
    }
    await panel.press('Escape');
    await panel.waitFor({ state: 'hidden' });
    await page.close();
  }, 60_000);

  test('is refused by every adapter if a setting is missing or a secret key would get into it', async () => {
    const { default: service } = (await import(join(app.folder, 'node_modules/@service/client/dist/esbuild.js'))) as {
      default(options: object): { name: string; setup(build: unknown): void };
    };
    const attempt = (options: object) =>
      build({ stdin: { contents: '' }, plugins: [service(options)], write: false, logLevel: 'silent' });
    const whole = { url: 'http://localhost', projectId: 'shop', publicKey: 'sk_secret' };
    await expect(attempt(whole)).rejects.toThrow(/must be the public key/);
    await expect(attempt({ publicKey: 'pk_x' })).rejects.toThrow(/SERVICE_URL, SERVICE_PROJECT_ID missing/);
    await expect(attempt({ ...whole, publicKey: 'pk_x', url: 'localhost' })).rejects.toThrow(/must be an address/);
  });

  test('is defined for Next in one text for browser and server, because Next allows only one', async () => {
    const script = `import service from '@service/client/next';
      const { compiler, rewrites } = service({ compiler: { define: { OTHER: '1' } }, service: { types: false } });
      const { beforeFiles } = await rewrites();
      console.log(JSON.stringify({ compiler, source: beforeFiles[0].source }));`;
    await writeFile(join(app.folder, 'next-settings.mjs'), script);
    const { compiler, source } = JSON.parse(await app.run('../next-settings.mjs', [], env));
    const config = JSON.stringify({ url: '', projectId: 'shop', publicKey: scene.publicKey });
    expect(compiler).toEqual({ define: { OTHER: '1', __SERVICE_CONFIG__: config } });
    expect(source).toBe('/api/baas/:path*');
  });

  test('is found by a server in its environment if the build has defined none', async () => {
    const script = `globalThis.__SERVICE_CONFIG__ = '{"url":"","projectId":"shop","publicKey":"pk_x"}';
      const { getConfig } = await import('@service/client');
      console.log(getConfig().url);`;
    await writeFile(join(app.folder, 'server-address.mjs'), script);
    expect(await app.run('../server-address.mjs', [], { SERVICE_URL: 'http://localhost:1' })).toBe(
      'http://localhost:1\n',
    );
  });
});
