import { beforeAll, describe, expect, test } from 'vitest';
import { readDeclarations } from '../../../../function-declarations.ts';
import type { Trigger } from '../function-queries.ts';
import { createFunctionLanguage, type FunctionLanguage } from './language-service.ts';

let language: FunctionLanguage;
const TABLES = [
  {
    name: 'tasks',
    columns: [
      { name: 'title', type: 'text', required: true },
      { name: 'state', type: 'text', enum: ['open', 'done'] },
      { name: 'points', type: 'integer', required: true },
    ],
  },
];
const TYPES = `export {};
declare module '@service/client' {
  interface Register { functions: { greet: { payload: { name: string }; result: { text: string } } } }
}`;

beforeAll(async () => {
  language = createFunctionLanguage(await readDeclarations());
});

function open(
  source: string,
  { trigger = 'http', file = 'index.ts' }: { trigger?: Trigger; file?: string } = {},
): void {
  language.setProject({ trigger, types: TYPES, tables: TABLES, isComplete: true });
  language.setSources({ [file]: source });
}

function problemsOf(source: string, options = {}): readonly string[] {
  open(source, options);
  return language.problems().map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);
}

/** Offers completions at the mark `|`. */
function offered(marked: string): readonly string[] {
  open(marked.replace('|', ''));
  return language.complete('index.ts', marked.indexOf('|'))?.options.map(({ label }) => label) ?? [];
}

describe('the sources of a function', () => {
  test.each([
    [
      'export default async function (ctx) {\n  return ctx.usr;\n}\n',
      "index.ts:2:14 Property 'usr' does not exist on type",
    ],
    ['export default async (ctx) => ctx.user.id;', "index.ts:1:31 'ctx.user' is possibly 'null'."],
    ['export default async ctx => ctx.user.id;', "index.ts:1:29 'ctx.user' is possibly 'null'."],
    ['export default async ( ctx ) => ctx.user.id;', "index.ts:1:33 'ctx.user' is possibly 'null'."],
    [
      "export default async (ctx) => ctx.data.table('taks').list();",
      'index.ts:1:46 The project has no table "taks". Did you mean "tasks"?',
    ],
    [
      "export default async (ctx) => ctx.data.table('tasks').insert({ titel: 'a' });",
      'index.ts:1:64 Object literal may only specify known properties',
    ],
    [
      "export default async (ctx) => ctx.data.table('tasks').update('1', { state: 'gone' });",
      'index.ts:1:55 Type \'"gone"\' is not assignable to type \'"open" | "done"',
    ],
    ["import { a } from './missing.ts';\nexport default () => a;", "index.ts:1:19 Cannot find module './missing.ts'"],
    ['export default async (ctx) => {', "index.ts:1:32 '}' expected."],
  ])('%j has the problem %j', (source, expected) => {
    const [first, ...others] = problemsOf(source);
    expect(first).toContain(expected);
    expect(others).toEqual([]);
  });

  test.each([
    'export default async function (ctx) {\n  const { name = "world" } = ctx.payload ?? {};\n  return { name };\n}\n',
    "import { z } from 'zod';\nimport { createHash } from 'node:crypto';\nexport default () => [z, createHash];",
    'export default async (ctx) => { const { table } = ctx.payload; return ctx.data.table(table).count(); };',
    "export default async (ctx) => ctx.data.table<{ other: string }>('notes2' as string).insert({ other: 'a' });",
    "export default async (ctx) => { const r = await ctx.functions.invoke('greet', { name: 'Ada' }); return r.success && r.data?.text.length; };",
    'export default () => new Response(JSON.stringify({ at: Date.now() }), { headers: { a: "b" } });',
    'export default async (ctx) => { try { await fetch("https://a.example"); } catch (error) { ctx.log(error.message); } };',
  ])('%j has none', (source) => {
    expect(problemsOf(source)).toEqual([]);
  });

  test('are checked by what triggers the function, and by the type that they declare themselves', () => {
    const scheduled = 'export default (ctx) => ctx.payload.scheduled_for.length + ctx.request.url;';
    expect(problemsOf(scheduled, { trigger: 'scheduled' }).join()).toContain("'ctx.request' is possibly 'null'");
    const declared =
      "import type { Context } from '@service/functions/server';\nexport default (ctx: Context<{ a: number }>) => ctx.payload.b;";
    expect(problemsOf(declared)).toEqual([
      expect.stringContaining("Property 'b' does not exist on type '{ a: number; }'"),
    ]);
  });

  test('may be JavaScript, and several files', () => {
    expect(problemsOf('export default (ctx) => ctx.nothing;', { file: 'index.js' })).toHaveLength(1);
    open('');
    language.setSources({
      'index.ts': "import { twice } from './twice.ts';\nexport default () => twice('2');\n",
      'twice.ts': 'export const twice = (n: number): number => n * 2;\n',
    });
    expect(language.problems().map(({ message }) => message)).toEqual([
      "Argument of type 'string' is not assignable to parameter of type 'number'.",
    ]);
  });

  test('complete the members of ctx, the names of tables, and their columns', () => {
    expect(offered('export default async (ctx) => ctx.|')).toEqual(expect.arrayContaining(['data', 'user', 'secrets']));
    expect(offered("export default async (ctx) => ctx.data.table('|')")).toContain('tasks');
    expect(
      offered("export default async (ctx) => { const [row] = await ctx.data.table('tasks').list(); row.| }"),
    ).toEqual(expect.arrayContaining(['title', 'state', 'points', 'created_at']));
  });

  test('say what the thing at a place is, at the place where the person wrote it', () => {
    const source = 'export default async (ctx) => ctx.deadline;';
    open(source);
    const at = source.indexOf('deadline');
    expect(language.describe('index.ts', at + 2)).toEqual({
      from: at,
      to: at + 'deadline'.length,
      type: '(property) Context<any, FunctionRequest>.deadline: string',
      documentation: 'When the run is aborted, as ISO time.',
    });
    const half = "export default async (ctx) => { const [row] = await ctx.data.table('tasks').list(); row.ti }";
    open(half);
    expect(language.describeCompletion('index.ts', half.indexOf('.ti }') + 2, 'title')?.type).toMatch(/title: string$/);
  });
});
