import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScene, createTable } from './harness/each-engine.ts';
import { type AppFolder, copyExample, packPackages } from './harness/packed-packages.ts';
import { startService } from './harness/service-process.ts';

const OTHERS = ['react', 'react-dom', '@tanstack/query-core', 'esbuild', 'typescript', '@types/react', '@types/node'];
const GREET = `import type { Context } from '@service/functions/server';

export default async (ctx: Context<{ name: string; times?: number }>) => ({
  greeting: \`Hello \${ctx.payload.name}\`,
  at: new Date(),
});
`;
const HEAD = `import type { Context } from '@service/functions/server';
import { aggregate, useCount, useMutation, useQuery } from '@service/data';
import { invoke, useFunction } from '@service/functions';
import { createServerClient } from '@service/client/server';

declare const todos: ReturnType<typeof useMutation<'todos'>>;
declare const ctx: Context;
const inner = await ctx.functions.invoke('greet', { name: 'Ada' });
const greeting = await invoke('greet', { name: 'Ada' });
const [titled] = await createServerClient().list('todos', { select: ['title'] });
const [newest] = await aggregate('todos', { aggregates: [{ op: 'max', field: 'due', as: 'last' }] });
`;

/** A line of code, and words that the compiler's message must contain. */
const MISTAKES: readonly (readonly [code: string, told: RegExp])[] = [
  [`useQuery('todo');`, /'"todo"' is not assignable to parameter of type '"posts" \| "todos"'/],
  [`useQuery('todos', { limt: 3 });`, /Did you mean to write 'limit'\?/],
  [`useQuery('todos', { select: ['titel'] });`, /Did you mean '"title"'\?/],
  [`useQuery('todos', { order: 'titel:desc' });`, /Did you mean '"title:desc"'\?/],
  [`useQuery('todos', { filter: { dun: false } });`, /'dun' does not exist in type/],
  [`useQuery('todos', { filter: { done: 'yes' } });`, /'string' is not assignable to type 'boolean/],
  [`useQuery('todos', { filter: { due: { ilike: '*1*' } } });`, /'ilike' does not exist in type 'Comparison<string>'/],
  [
    `useQuery('posts', { search: 'tea' });`,
    /'"tea"' is not assignable to type '"No column of this table is searchable."'/,
  ],
  [`useCount('todos', { filter: { status: 'closed' } });`, /'"closed"' is not assignable to type '"open" \| "paid"/],
  [`todos.insert({ titel: 'Buy milk' });`, /Did you mean to write 'title'\?/],
  [`todos.insert({ done: true });`, /'title' is missing/],
  [`todos.insert({ title: 1 });`, /'number' is not assignable to type 'string'/],
  [`todos.update('1', { id: '2' });`, /'id' does not exist/],
  [`titled?.done;`, /'done' does not exist/],
  [`newest?.max_due;`, /'max_due' does not exist/],
  [`aggregate('todos', { aggregates: [{ op: 'sum', field: 'amount' }] });`, /'"amount"' is not assignable to type '"/],
  [`useFunction('gret');`, /'"gret"' is not assignable to parameter of type '.*"greet"/],
  [`invoke('greet');`, /Expected 2-3 arguments, but got 1/],
  [`invoke('greet', { nam: 'Ada' });`, /Did you mean to write 'name'\?/],
  [`greeting.data.greeting;`, /'greeting.data' is possibly 'undefined'/],
  [`greeting.success && greeting.data.greting;`, /Did you mean 'greeting'\?/],
  [`greeting.success && greeting.data.at.getTime();`, /'getTime' does not exist on type 'string'/],
  [`ctx.functions.invoke('greet', { nam: 'Ada' });`, /Did you mean to write 'name'\?/],
  [`ctx.functions.invoke('greet');`, /Expected 2 arguments, but got 1/],
  [`ctx.functions.later('greet', { name: 1 });`, /'number' is not assignable to type 'string'/],
  [`inner.success && inner.data?.greting;`, /Did you mean 'greeting'\?/],
  [`createServerClient({ cookie: '' });`, /Did you mean to write 'cookies'\?/],
];

const cleanUp = new AsyncDisposableStack();
let app: AppFolder;

beforeAll(async () => {
  const service = cleanUp.use(await startService({ env: { SERVICE_MODE: 'development' } }));
  const scene = await createScene(service);
  const columns = [
    { name: 'title', type: 'text', required: true, searchable: true },
    { name: 'done', type: 'boolean', default: false, required: true },
    { name: 'due', type: 'date' },
    { name: 'status', type: 'text', enum: ['open', 'paid'] },
  ];
  await createTable(scene, { name: 'todos', columns });
  await createTable(scene, { name: 'posts', columns: [] });
  const body = { trigger: 'http', source: GREET };
  const { status, text } = await scene.cloud.call('PUT', '/projects/shop/functions/greet', { body });
  expect(status, text).toBe(201);
  const packed = await packPackages();
  cleanUp.defer(() => rm(packed, { recursive: true, force: true }));
  app = cleanUp.use(await copyExample('esbuild', packed, OTHERS));
  await mkdir(join(app.folder, 'functions'));
  await writeFile(join(app.folder, 'functions/greet.ts'), GREET);
  const script = `import service from '@service/client/esbuild';
    import { build } from 'esbuild';
    await build({ stdin: { contents: '' }, plugins: [service({ sameOrigin: false })], write: false });`;
  await writeFile(join(app.folder, 'write-types.mjs'), script);
  const { url: SERVICE_URL } = service;
  const env = { SERVICE_URL, SERVICE_PROJECT_ID: scene.projectId, SERVICE_PUBLIC_KEY: scene.publicKey };
  await app.run('../write-types.mjs', [], env);
}, 120_000);
afterAll(() => cleanUp.disposeAsync());

test('every mistake is one readable error on its own line', async () => {
  const errors = await compile(HEAD + MISTAKES.map(([code]) => code).join('\n'));
  const first = HEAD.split('\n').length;
  const told = MISTAKES.map(([code], index) => [code, ...(errors.get(first + index) ?? [])]);
  for (const [index, [, expected]] of MISTAKES.entries()) {
    const [code, ...messages] = told[index] ?? [];
    expect(messages, code).toEqual([expect.stringMatching(expected)]);
    // A list of array or promise methods would hide the mistake.
    expect(messages[0], code).not.toMatch(/Symbol\.|\bconcat\b|\bthen\b/);
    expect(messages[0]?.length, code).toBeLessThan(600);
  }
  expect([...errors.keys()].filter((line) => line < first)).toEqual([]);
}, 60_000);

test('the same lines without the mistakes compile', async () => {
  const fine = `useQuery('todos', { search: 'milk' });
useQuery('todos', { limit: 3, select: ['title'], order: 'title:desc', filter: { done: false, title: { ilike: '*a*' } } });
todos.insert({ title: 'Buy milk', status: 'open' });
invoke('greet', { name: 'Ada', times: 2 });
ctx.functions.later('greet', { name: 'Ada' }, { after_s: 60 });
const own = await ctx.functions.invoke<{ n: number }>('private_one', { a: 1 });
const asked = await ctx.functions.invoke('private_two');
const text: string | undefined = greeting.success ? greeting.data.greeting + greeting.data.at : greeting.error;
const inside: string | undefined = inner.success ? inner.data?.greeting : inner.error;
const count: number | undefined = own.success ? own.data?.n : undefined;
export const all = [titled?.title, newest?.last, text, inside, count, asked.success];
`;
  expect(await compile(HEAD + fine)).toEqual(new Map());
}, 60_000);

/** The compiler's messages by line. */
async function compile(source: string): Promise<ReadonlyMap<number, readonly string[]>> {
  await writeFile(join(app.folder, 'mistakes.tsx'), `${source}\nexport {};\n`);
  const compilerOptions = {
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
  };
  await writeFile(
    join(app.folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['mistakes.tsx', 'service-env.d.ts'] }),
  );
  expect(await readFile(join(app.folder, 'service-env.d.ts'), 'utf8')).toContain('import("./functions/greet.js")');
  const output = await app.run('typescript/bin/tsc', ['-p', '.', '--pretty', 'false']).then(
    () => '',
    (error) => String(error.stdout),
  );
  const errors = new Map<number, string[]>();
  for (const each of output.split(/^(?=\S+\(\d+,\d+\): error)/m)) {
    const [, file, line, text = ''] = /^(\S+)\((\d+),\d+\): error ([\s\S]*)$/.exec(each) ?? [];
    if (file === undefined) continue;
    expect(file, each).toBe('mistakes.tsx');
    errors.set(Number(line), [...(errors.get(Number(line)) ?? []), text.trim()]);
  }
  return errors;
}
