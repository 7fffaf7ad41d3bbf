import { describe, expect, test } from 'vitest';
import { deploy } from '../../../../test/functions.ts';
import { ENGINES, openProject } from '../../../../test/index.ts';

interface ShownFunction {
  readonly data: Readonly<Record<string, unknown>> & { readonly versions: readonly { readonly version: number }[] };
}

const returning = (value: unknown): string => `export default () => (${JSON.stringify(value)});`;

describe.each(ENGINES)('deploying on %s', (engine) => {
  let functionCount = 0;
  // A small share of a busy machine is enough for this much processor time.
  const { project } = openProject(engine, { loadLimits: { processorMsMax: 500, msMax: 100_000 } });

  const newName = (): string => `function-${++functionCount}`;
  const put = (name: string, json: unknown) =>
    project.cloudApi<ShownFunction>(`/functions/${name}`, { method: 'PUT', json });
  const show = (name: string) => project.cloudApi<ShownFunction>(`/functions/${name}`);
  const call = async (name: string): Promise<unknown> =>
    (await project.api<{ data: unknown }>(`/functions/${name}/invoke`, { method: 'POST' })).body.data;

  test('an import of a missing package explains how to include it', async () => {
    const refused = await put(newName(), { trigger: 'http', source: "import z from 'zod'; export default z;" });
    expect(refused.text).toContain('node_modules/zod');
  });

  test('answers with the next run of a schedule, and refuses schedules that never run', async () => {
    const name = newName();
    const scheduled = { trigger: 'scheduled', source: returning(1), schedule: '0 3 * * *', timezone: 'Asia/Kolkata' };
    const answer = await put(name, scheduled);
    expect(answer.body.data['next_run_at']).toMatch(/T21:30:00\.000Z$/);
    for (const wrong of [{ schedule: '0 0 31 2 *' }, { schedule: '* * * *' }, { timezone: 'Mars/Olympus' }]) {
      expect(await put(name, wrong)).toMatchObject({ status: 400, body: { code: 'invalid_schedule' } });
    }
    expect((await put(name, { enabled: false })).body.data['next_run_at']).toBeNull();
  });

  test('keeps ten versions and rolls back to any of them', async () => {
    const name = newName();
    for (let version = 1; version <= 12; version += 1) await deploy(project, name, returning(version));
    const versions = (await show(name)).body.data.versions.map(({ version }) => version);
    expect(versions).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    const rollBack = (json: object) => project.cloudApi<ShownFunction>(`/functions/${name}/rollback`, { json });
    expect((await rollBack({})).body.data).toMatchObject({ version: 11, files: { 'index.ts': returning(11) } });
    expect(await call(name)).toBe(11);
    expect((await rollBack({ version: 4 })).status).toBe(200);
    expect(await call(name)).toBe(4);
    expect(await rollBack({ version: 2 })).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    await deploy(project, name, returning('new'));
    expect((await show(name)).body.data).toMatchObject({ version: 13 });
  });

  test('concurrent deployments leave one of them whole, with its own options', async () => {
    const name = newName();
    const numbers = [1, 2, 3, 4, 5, 6];
    const answers = await Promise.all(
      numbers.map((n) => put(name, { trigger: 'http', source: returning(n), description: String(n) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    const { description, files, version } = (await show(name)).body.data;
    expect(version).toBe(6);
    expect(files).toEqual({ 'index.ts': returning(Number(description)) });
    expect(await call(name)).toBe(Number(description));
  });

  test('replacing a function during calls fails none of them: each runs the old or the new version', async () => {
    const name = newName();
    await deploy(project, name, returning('old'));
    const answers: unknown[] = [];
    let isDone = false;
    const calling = (async () => {
      while (!isDone) answers.push(await call(name));
    })();
    await deploy(project, name, returning('new'));
    const afterwards = await call(name);
    isDone = true;
    await calling;
    expect(afterwards).toBe('new');
    expect(new Set(answers).difference(new Set(['old', 'new'])).size).toBe(0);
  });

  describe('200', () => {
    test('keeps options that are not sent; changing only options keeps the source', async () => {
      const name = newName();
      await deploy(project, name, returning(1), { access: 'private', timeout_ms: 1234, description: 'One' });
      const second = await put(name, { source: returning(2) });
      expect(second.status).toBe(200);
      const kept = { access: 'private', timeout_ms: 1234, description: 'One', version: 2 };
      expect(second.body.data).toMatchObject(kept);
      const opened = await put(name, { access: 'public', description: null });
      expect(opened.body.data).toMatchObject({ ...kept, access: 'public', description: null });
      expect(await call(name)).toBe(2);
      await put(name, { enabled: false });
      expect((await project.api(`/functions/${name}/invoke`, { method: 'POST' })).status).toBe(404);
    });

    test('deletes a function, and a new one of its name starts at version 1', async () => {
      const name = newName();
      await deploy(project, name, returning(1));
      await call(name);
      expect((await project.cloudApi(`/functions/${name}`, { method: 'DELETE' })).body).toEqual({ count: 1 });
      expect((await project.cloudApi(`/functions/${name}`, { method: 'DELETE' })).status).toBe(404);
      expect((await project.api(`/functions/${name}/invoke`, { method: 'POST' })).status).toBe(404);
      await deploy(project, name, returning(2));
      expect((await show(name)).body.data).toMatchObject({ version: 1 });
    });
  });

  describe('201', () => {
    test('bundles TypeScript in several files with the packages it imports', async () => {
      const name = newName();
      const files = {
        'index.ts': `import { greet } from './lib/greet.ts';
        import { join } from 'node:path';
        import one from 'one'; import two from '@scope/two/deep';
        export default async (): Promise<string> => greet([one, two, join('a', 'b')]);`,
        'lib/greet.ts': 'export const greet = (names: readonly string[]): string => names.join("+");',
        'node_modules/one/package.json': '{"exports": {"node": "./node.js", "workerd": "./workerd.js"}}',
        'node_modules/one/workerd.js': 'export default "one";',
        'node_modules/@scope/two/deep.js': 'module.exports = "two";',
      };
      const answer = await put(name, { trigger: 'http', files });
      expect(answer.status, answer.text).toBe(201);
      expect(answer.body.data).toMatchObject({
        name,
        trigger: 'http',
        access: 'public',
        version: 1,
        enabled: true,
        files,
      });
      expect(await call(name)).toBe('one+two+a/b');
    });
  });

  describe('400', () => {
    test.each([
      ['a syntax error', 'const ä = 1;\nexport default (', 'index.ts', 2, 17],
      ['an import of a missing file', "import x from './x';\nexport default () => x;", 'index.ts', 1, 15],
      ['a package that is not included', "import z from 'zod';\nexport default z;", 'index.ts', 1, 15],
      ['a file of the machine', "import z from '/etc/passwd';\nexport default z;", 'index.ts', 1, 15],
      ['a module internal to the runtime', "import 'cloudflare:sockets';\nexport default () => 1;", 'index.ts', 1, 8],
      ['NUL in a regular expression', 'export default () => /a\0b/;', 'index.ts', 1, 1],
      ['a source without a default export', 'export const a = 1;', 'index.ts', 1, 1],
      ['a default export that is not a function', 'export default 5;', 'index.ts', 1, 1],
      [
        'a source that throws while it loads',
        '\n\n  throw new Error("no");\nexport default () => 1;',
        'index.ts',
        3,
        9,
      ],
    ])('refuses %s, names its place and keeps the earlier version running', async (_, source, file, line, column) => {
      const name = newName();
      await deploy(project, name, returning('before'));
      const refused = await put(name, { source });
      expect(refused.status, refused.text).toBe(400);
      expect(refused.body).toMatchObject({
        code: 'invalid_source',
        error: expect.stringMatching(new RegExp(`^${file}:${line}:${column}: .`)),
        details: { errors: [{ file, line, column, message: expect.any(String) }] },
      });
      expect(await call(name)).toBe('before');
      expect((await show(name)).body.data).toMatchObject({ version: 1 });
    });

    test('refuses a source that loops while it loads, and works afterwards', { timeout: 120_000 }, async () => {
      const name = newName();
      expect(await put(name, { trigger: 'http', source: 'while (true) {}\nexport default () => 1;' })).toMatchObject({
        status: 400,
        body: { code: 'invalid_source' },
      });
      expect((await show(name)).status).toBe(404);
      await deploy(project, name, returning('after'));
      expect(await call(name)).toBe('after');
    });

    test.each([
      [{}, 'body'],
      [{ trigger: 'http' }, 'source'],
      [{ source: returning(1) }, 'trigger'],
      [{ trigger: 'cron', source: returning(1) }, 'trigger'],
      [{ trigger: 'http', source: returning(1), access: 'owner' }, 'access'],
      [{ trigger: 'http', source: returning(1), timeout_ms: 0 }, 'timeout_ms'],
      [{ trigger: 'http', source: returning(1), timeout_ms: 300_001 }, 'timeout_ms'],
      [{ trigger: 'http', source: returning(1), retries: 4 }, 'retries'],
      [{ trigger: 'http', source: returning(1), schedule: '@daily' }, 'schedule'],
      [{ trigger: 'scheduled', source: returning(1) }, 'schedule'],
      [{ trigger: 'http', source: returning(1), files: { 'index.ts': '' } }, 'files'],
      [{ trigger: 'http', files: { '../index.ts': '' } }, 'files.../index.ts'],
      [{ trigger: 'http', source: returning(1), colour: 'red' }, 'colour'],
      [{ trigger: 'http', source: returning(1), description: 'a\0b' }, 'description'],
      [{ trigger: 'http', source: returning(1), access: 'role:a\0b' }, 'access'],
    ])('refuses %j and names the field', async (json, field) => {
      const name = newName();
      const refused = await put(name, json);
      expect(refused.body).toMatchObject({
        code: 'validation_failed',
        details: { fields: { [field]: expect.any(String) } },
      });
      expect((await show(name)).status).toBe(404);
    });

    test.each(['Upper', '1st', 'a.b', 'a'.repeat(64)])('refuses the name %s', async (name) => {
      const refused = await put(name, { trigger: 'http', source: returning(1) });
      expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    });
  });

  test('with from_source takes all options from the source at every deployment', async () => {
    const name = newName();
    const withConfig = (config: string): string => `export const config = ${config};\nexport default () => 1;`;
    const first = await put(name, {
      from_source: true,
      source: withConfig('{ schedule: "@daily", timezone: "Europe/Paris", retries: 2, description: "Daily" }'),
    });
    expect(first.body.data).toMatchObject({
      trigger: 'scheduled',
      schedule: '@daily',
      timezone: 'Europe/Paris',
      retries: 2,
      description: 'Daily',
      origin: 'api',
    });
    await put(name, { enabled: false });
    const second = await put(name, { from_source: true, files: { 'index.js': 'export default () => 2;' } });
    const usual = { trigger: 'http', access: 'public', schedule: null, retries: 0, description: null, enabled: false };
    expect(second.body.data).toMatchObject(usual);
    const refused = await put(name, { from_source: true, source: withConfig('{ access: "everybody" }') });
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_source' } });
    expect(refused.text).toContain('index.ts:1:1');
    for (const json of [{ from_source: true }, { from_source: true, source: returning(1), access: 'public' }]) {
      expect(await put(name, json)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    }
  });

  test('accepts sources of up to 32 MiB including their packages', async () => {
    const name = newName();
    const text = `/* ${'x'.repeat(6 * 1024 * 1024)} */ export default 7;`;
    const files = { 'index.ts': `import n from 'big'; export default () => n;`, 'node_modules/big/index.js': text };
    expect((await put(name, { trigger: 'http', files })).status).toBe(201);
    expect(await call(name)).toBe(7);
    const tooLarge = { 'index.ts': 'x'.repeat(33 * 1024 * 1024) };
    expect((await put(name, { trigger: 'http', files: tooLarge })).status).toBe(413);
  });
});
