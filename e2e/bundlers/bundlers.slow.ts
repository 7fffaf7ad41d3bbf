import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveFolder } from '../harness/serve-folder.ts';
import { type BundledScene, HTML, REACT_18, REACT_19, startBundledScene } from './bundled-scene.ts';
import type { InstalledApp } from './installed-app.ts';

const cleanUp = new AsyncDisposableStack();
let bundled: BundledScene;
let env: BundledScene['env'];

beforeAll(async () => {
  bundled = cleanUp.use(await startBundledScene());
  env = bundled.env;
});
afterAll(() => cleanUp.disposeAsync());

async function addsTodoWhile(serving: Promise<{ readonly url: string } & AsyncDisposable>): Promise<void> {
  const served = await serving;
  await bundled.addsTodo(served.url).finally(() => served[Symbol.asyncDispose]());
}

function install(dependencies: Record<string, string>, files: Record<string, string>): Promise<InstalledApp> {
  return bundled.install(dependencies, files);
}

describe('Vite', () => {
  test.each([
    ['6, with React 18.2', { vite: '^6', '@vitejs/plugin-react': '^4', ...REACT_18 }],
    ['7, with React 19', { vite: '^7', '@vitejs/plugin-react': '^5', ...REACT_19 }],
    ['8, with React 19', { vite: '^8', '@vitejs/plugin-react': '^6', ...REACT_19 }],
    ['8, with React 18.2', { vite: '^8', '@vitejs/plugin-react': '^6', ...REACT_18 }],
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

const WEBPACK = "import bundler from 'webpack';";
const RSPACK = "import { rspack as bundler } from '@rspack/core';";

test.each([
  ['webpack', 'React 18.2', { webpack: '^5', ...REACT_18 }, WEBPACK],
  ['webpack', 'React 19', { webpack: '^5', ...REACT_19 }, WEBPACK],
  ['Rspack', 'React 18.2', { '@rspack/core': '^2', ...REACT_18 }, RSPACK],
  ['Rspack', 'React 19', { '@rspack/core': '^2', ...REACT_19 }, RSPACK],
])('%s with %s: as built', async (name, _react, dependencies, line) => {
  const kind = name.toLowerCase();
  const app = await install(
    { ...dependencies, esbuild: '^0.28' },
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

test.each([
  ['React 18.2', REACT_18],
  ['React 19', REACT_19],
])('esbuild with %s: as built', async (_name, react) => {
  const app = await install(
    { esbuild: '^0.28', ...react },
    {
      'build.js': `import service from '@service/client/esbuild';
import { build } from 'esbuild';

await build({
  entryPoints: ['src/main.tsx'],
  bundle: true,
  splitting: true,
  format: 'esm',
  minify: true,
  jsx: 'automatic',
  outdir: 'dist',
  plugins: [service({ sameOrigin: false })],
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

test('adds a todo', async () => {
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

test('plain Node: reads and writes rows with the three variables alone, and without React', async () => {
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
  expect(await readdir(join(app.folder, 'node_modules'))).not.toContain('react');
  expect(await app.run('main.js', [], env)).toBe("[ 'From Node' ] function_not_found\n");
  await bundled.scene.secret.delete('/data/todos?all=true');
});

test.each(['5.4', '5.9', '6', '7'])(
  'TypeScript %s, strict: the types of tables, filters, orders and functions compile',
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
