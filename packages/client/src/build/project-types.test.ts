import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import { syncProjectTypes } from './project-types.ts';
import type { Settings } from './settings.ts';

const cleanUp = new AsyncDisposableStack();
let app: TestApp;
let settings: Settings;

beforeAll(async () => {
  app = cleanUp.use(await startApp());
  const { service, cloud, projectId, publicKey } = app.scene;
  settings = { url: service.url, projectId, publicKey, token: undefined, sameOrigin: true };
  for (const name of ['greet', 'say-hello', 'old']) {
    const body = { trigger: 'http', source: 'export default () => 1;' };
    const { status, text } = await cloud.call('PUT', `/projects/${projectId}/functions/${name}`, { body });
    expect(status, text).toBe(201);
  }
});
afterAll(() => cleanUp.disposeAsync());

async function createRoot(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'service-types-'));
  cleanUp.defer(() => rm(root, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(root, name, '..'), { recursive: true });
    await writeFile(join(root, name), text);
  }
  return root;
}

async function functionLines(root: string): Promise<readonly string[]> {
  const file = join(root, 'service-env.d.ts');
  expect(await syncProjectTypes(file, settings, true)).toBe('written');
  expect(await syncProjectTypes(file, settings, true)).toBe('current');
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim());
  return lines.filter((line) => /^"(greet|say-hello|old|new|helper)":/.test(line));
}

test('functions have the types of their sources, if the app has them', async () => {
  const root = await createRoot({
    'functions/greet.ts': '',
    'functions/say-hello.ts': '',
    'functions/new.ts': '',
    'functions/old.js': '',
    'functions/lib/helper.ts': '',
    'functions/greet.d.ts': '',
  });
  expect(await functionLines(root)).toEqual([
    `"greet": import('@service/client').FunctionTypes<typeof import("./functions/greet.js")>;`,
    `"old": { payload: unknown; result: unknown };`,
    `"say-hello": import('@service/client').FunctionTypes<typeof import("./functions/say-hello.js")>;`,
  ]);
});

test('service.json says where the functions are', async () => {
  const root = await createRoot({ 'service.json': '{"functions":"api/calls"}', 'api/calls/greet.ts': '' });
  expect((await functionLines(root))[0]).toBe(
    `"greet": import('@service/client').FunctionTypes<typeof import("./api/calls/greet.js")>;`,
  );
});

test('without sources, or with an unreadable service.json, functions have no types', async () => {
  const root = await createRoot({ 'service.json': '{' });
  expect((await functionLines(root))[0]).toBe(`"greet": { payload: unknown; result: unknown };`);
});
