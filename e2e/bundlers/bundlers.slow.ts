import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBrowser } from '../harness/browser.ts';
import { createScene, createTable, type Scene } from '../harness/each-engine.ts';
import { packPackages } from '../harness/packed-packages.ts';
import { serveFolder } from '../harness/serve-folder.ts';
import { startService } from '../harness/service-process.ts';
import { type InstalledApp, installApp, readmeExample } from './installed-app.ts';

const REACT_19 = { react: '^19', 'react-dom': '^19' };
const HTML =
  '<!doctype html><html lang="en"><body><div id="root"></div><script type="module" src="/src/main.tsx"></script>';
const MAIN = `import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Todos } from './todos';

createRoot(document.getElementById('root')).render(<StrictMode><Todos /></StrictMode>);
`;

const cleanUp = new AsyncDisposableStack();
let scene: Scene;
let packed: string;
let browser: Browser;
let env: Record<string, string>;
/** Files that a newcomer copies from the README, and no more. */
let sources: Record<string, string>;

beforeAll(async () => {
  const service = cleanUp.use(await startService({ env: { SERVICE_MODE: 'development' } }));
  scene = await createScene(service);
  const rules = { read: 'public', create: 'public' };
  await createTable(scene, { name: 'todos', columns: [{ name: 'title', type: 'text', required: true }], rules });
  packed = await packPackages();
  cleanUp.defer(() => rm(packed, { recursive: true, force: true }));
  browser = await startBrowser();
  cleanUp.defer(() => browser.close());
  env = {
    SERVICE_URL: `http://localhost:${service.port}`,
    SERVICE_PROJECT_ID: scene.projectId,
    SERVICE_PUBLIC_KEY: scene.publicKey,
  };
  sources = {
    '.env': Object.entries(env)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
    'index.html': HTML,
    'src/main.tsx': MAIN,
    'src/todos.tsx': await readmeExample('client', 'tsx'),
  };
});
afterAll(() => cleanUp.disposeAsync());

/** Rows appear, a new one is added through the hook, and the page has nothing to complain about. */
async function addsTodo(url: string): Promise<void> {
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('404')) complaints.push(message.text());
  });
  await scene.secret.post('/data/todos', { title: 'There already' });
  await page.goto(url);
  const items = page.getByRole('listitem');
  await items.filter({ hasText: 'There already' }).first().waitFor();
  const before = await items.count();
  await page.getByRole('button', { name: 'Add' }).click();
  await items.nth(before).waitFor();
  expect(complaints).toEqual([]);
  await page.close();
  await scene.secret.delete('/data/todos?all=true');
}

async function addsTodoWhile(serving: Promise<{ readonly url: string } & AsyncDisposable>): Promise<void> {
  const served = await serving;
  await addsTodo(served.url).finally(() => served[Symbol.asyncDispose]());
}

async function install(dependencies: Record<string, string>, files: Record<string, string>): Promise<InstalledApp> {
  return cleanUp.use(await installApp(packed, dependencies, { ...sources, ...files }));
}

describe('Vite', () => {
  test.each([
    ['7, with React 19', { vite: '^7', '@vitejs/plugin-react': '^5', ...REACT_19 }],
    ['8, with React 19', { vite: '^8', '@vitejs/plugin-react': '^6', ...REACT_19 }],
    ['8, with React 18.2', { vite: '^8', '@vitejs/plugin-react': '^6', react: '18.2.0', 'react-dom': '18.2.0' }],
  ])('%s: in development, as built, and rendered on a server', async (_name, dependencies) => {
    const app = await install(dependencies, {
      'vite.config.js': `import react from '@vitejs/plugin-react';
import service from '@service/client/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [react(), service()] });
`,
      'src/render.tsx': `import { getConfig } from '@service/client';
import { renderToString } from 'react-dom/server';
import { Todos } from './todos';

console.log(renderToString(<Todos />), getConfig().url);
`,
    });
    const vite = 'node_modules/vite/bin/vite.js';
    await addsTodoWhile(app.serve(vite, ['--strictPort', '--host', 'localhost']));
    expect(await readFile(join(app.folder, 'service-env.d.ts'), 'utf8')).toContain('      todos: {');
    await app.run(vite, ['build']);
    await addsTodoWhile(app.serve(vite, ['preview', '--strictPort', '--host', 'localhost']));
    await app.run(vite, ['build', '--ssr', 'src/render.tsx', '--outDir', 'server']);
    expect(await app.run('server/render.js')).toBe(`<p>Loading …</p> ${env['SERVICE_URL']}\n`);
  });
});

describe('Next', () => {
  test.each([
    ['Turbopack', '--turbopack'],
    ['webpack', '--webpack'],
  ])('with %s: as built, with rows from the server first', async (_name, bundler) => {
    const example = new URL('../../examples/next/', import.meta.url);
    const names = ['app/layout.jsx', 'app/page.jsx', 'app/todos.jsx', 'proxy.js', 'next.config.mjs'];
    const files = await Promise.all(names.map(async (name) => [name, await readFile(new URL(name, example), 'utf8')]));
    const app = await install({ next: '^16', ...REACT_19 }, Object.fromEntries(files));
    const next = 'node_modules/next/dist/bin/next';
    await app.run(next, ['build', bundler], { NEXT_TELEMETRY_DISABLED: '1' });
    const served = cleanUp.use(await app.serve(next, ['start']));
    await scene.secret.post('/data/todos', { title: 'From the server' });
    expect(await (await fetch(served.url)).text()).toContain('From the server');
    await addsTodo(served.url);
  });
});

test.each([
  ['webpack', { webpack: '^5' }, "import bundler from 'webpack';"],
  ['Rspack', { '@rspack/core': '^2' }, "import { rspack as bundler } from '@rspack/core';"],
])('%s: as built', async (name, dependencies, line) => {
  const kind = name.toLowerCase();
  const app = await install(
    { ...dependencies, esbuild: '^0.28', ...REACT_19 },
    {
      'build.js': `${line}
import service from '@service/client/${kind}';
import { transform } from 'esbuild';
import { readFile, writeFile } from 'node:fs/promises';

for (const name of ['main', 'todos']) {
  const { code } = await transform(await readFile(\`src/\${name}.tsx\`, 'utf8'), { loader: 'tsx', jsx: 'automatic' });
  await writeFile(\`src/\${name}.js\`, code.replace("'./todos'", "'./todos.js'").replace('"./todos"', '"./todos.js"'));
}
const compiler = bundler({
  mode: 'production',
  context: import.meta.dirname,
  entry: './src/main.js',
  output: { path: \`\${import.meta.dirname}/dist\`, filename: 'main.js' },
  plugins: [service({ sameOrigin: false })],
});
compiler.run((error, stats) => {
  if (error ?? stats.hasErrors()) throw error ?? new Error(stats.toString());
  compiler.close(() => undefined);
});
`,
      'dist/index.html': HTML.replace('/src/main.tsx', '/main.js'),
    },
  );
  await app.run('build.js', [], env);
  await addsTodoWhile(serveFolder(join(app.folder, 'dist')));
});

test('Vitest: components are tested against handlers, without a service', async () => {
  const app = await install(
    { vitest: '^5', jsdom: '^27', '@testing-library/react': '^16', '@testing-library/dom': '^10', ...REACT_19 },
    {
      '.env': '',
      'vitest.config.js': `import service from '@service/client/vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({ plugins: [service()], test: { environment: 'jsdom' } });
`,
      'src/todos.test.tsx': `import { mockService, resetService } from '@service/client/testing';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Todos } from './todos';

afterEach(() => resetService());

test('adds what is asked for', async () => {
  const titles = ['Wash up'];
  const rows = () => titles.map((title, id) => ({ id: String(id), title }));
  const service = mockService({
    'GET /data/todos': () => ({ data: rows(), count: titles.length }),
    'POST /data/todos': ({ body }) => {
      titles.push(body.title);
      return { data: rows().at(-1), count: 1 };
    },
  });
  render(<Todos />);
  await screen.findByText('Wash up');
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByText('Buy milk');
  expect(service.requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
});
`,
    },
  );
  expect(await app.run('node_modules/vitest/vitest.mjs', ['run'])).toMatch(/1 passed/);
});

test('plain Node: reads and writes rows with the three variables alone', async () => {
  const app = await install(
    {},
    {
      'main.js': `import { insert, list } from '@service/data';
import { invoke } from '@service/functions';

await insert('todos', { title: 'From Node' });
console.log((await list('todos')).map(({ title }) => title), (await invoke('nothing')).code);
`,
    },
  );
  expect(await app.run('main.js', [], env)).toBe("[ 'From Node' ] function_not_found\n");
  await scene.secret.delete('/data/todos?all=true');
});

test.each(['5.4', '5.9', '6', '7'])(
  'TypeScript %s, strict: types of tables, filters, orders and functions hold',
  async (version) => {
    const types = { '@types/react': '^19', '@types/react-dom': '^19', '@types/node': '^22' };
    const app = await install(
      { typescript: version, ...types, ...REACT_19 },
      {
        'registered.tsx': await readFile(new URL('../fixtures/registered.tsx.txt', import.meta.url), 'utf8'),
        'tsconfig.json': JSON.stringify({
          compilerOptions: {
            target: 'es2022',
            lib: ['es2022', 'dom', 'dom.iterable'],
            module: 'esnext',
            moduleResolution: 'bundler',
            jsx: 'react-jsx',
            strict: true,
            noEmit: true,
            types: ['node'],
            exactOptionalPropertyTypes: true,
            noUncheckedIndexedAccess: true,
          },
          include: ['registered.tsx'],
        }),
      },
    );
    await app.run('node_modules/typescript/bin/tsc', ['-p', '.']);
  },
);
