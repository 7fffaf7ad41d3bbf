import { describe, expect, test, vi } from 'vitest';
import { deploy, runsOf } from '../../../../../test/functions.ts';
import { ENGINES, openProject, signUp, type TestProject } from '../../../../../test/index.ts';

const ANN = { id: '0199aaaa-bbbb-7ccc-8ddd-eeeeeeeeeee1' };

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe.each(ENGINES)('what a function reaches through ctx on %s', (engine) => {
  let runCount = 0;
  const { server, project } = openProject(engine);

  /** Runs a function with this body and returns its result. */
  const run = async (body: string, init: Parameters<TestProject['api']>[1] = {}): Promise<unknown> => {
    const name = `run-${++runCount}`;
    await deploy(project, name, `export default async (ctx) => {${body}};`);
    const answer = await project.api<{ data: unknown }>(`/functions/${name}/invoke`, { method: 'POST', ...init });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  };

  test('rows: every action, with secret rights', async () => {
    const rules = { read: 'private', create: 'private', update: 'private', delete: 'private' };
    const columns = [
      { name: 'title', type: 'text' },
      { name: 'n', type: 'integer' },
      { name: 'inside', type: 'text', hidden: true },
    ];
    await project.createTable({ name: 'items', columns, rules });
    const result = await run(`
      const items = ctx.data.table('items');
      const one = await items.insert({ title: 'one', n: 1, inside: 'x' });
      const many = await items.insert([{ title: 'two', n: 2 }, { title: 'three', n: 3 }]);
      return {
        one: one.inside,
        many: many.map(({ title }) => title),
        list: (await items.list({ filter: 'n:gte:2', order: 'n:desc', select: ['title'], limit: 5 })),
        filtered: (await items.list({ filter: { n: { gte: 2 } } })).length,
        count: await items.count({ filter: { n: { lt: 3 } } }),
        got: (await items.get(one.id)).title,
        missing: await items.get('0199aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee'),
        updated: (await items.update(one.id, { n: 10 })).n,
        updates: await items.update({ filter: 'n:lte:3' }, { title: 'few' }),
        groups: await items.aggregate({ op: 'sum', field: 'n' }),
        batch: (await items.batch([{ title: 'four' }, { op: 'delete', id: one.id }])).map(({ title }) => title),
        removed: await items.remove({ filter: 'title:eq:few' }),
        left: (await items.list()).map(({ title }) => title),
      };
    `);
    expect(result).toEqual({
      one: 'x',
      many: ['two', 'three'],
      list: [{ title: 'three' }, { title: 'two' }],
      filtered: 2,
      count: 2,
      got: 'one',
      missing: null,
      updated: 10,
      updates: 2,
      groups: [{ sum_n: 15 }],
      batch: ['four', 'one'],
      removed: 2,
      left: ['four'],
    });
  });

  test('rows: a search in lists and counts, which finds hidden texts only with secret rights', async () => {
    const columns = [
      { name: 'title', type: 'text', searchable: true },
      { name: 'inside', type: 'text', searchable: true, hidden: true },
    ];
    await project.createTable({ name: 'pages', columns, rules: { read: 'public' } });
    await project.secretApi('/data/pages', { json: [{ title: 'red shoes' }, { title: 'blue', inside: 'Red' }] });
    const result = await run(`
      const pages = ctx.data.table('pages'), seen = ctx.data.asCaller().table('pages');
      const titles = (rows) => rows.map(({ title }) => title);
      const refused = await pages.list({ search: '-red' }).catch(({ code, status }) => ({ code, status }));
      return {
        all: titles(await pages.list({ search: 'red', order: 'title' })),
        both: titles(await pages.list({ search: 'red -blue', filter: 'title:neq:blue' })),
        counts: [await pages.count({ search: 'red' }), await seen.count({ search: 'red' })],
        seen: titles(await seen.list({ search: 'red' })),
        refused,
      };
    `);
    expect(result).toEqual({
      all: ['blue', 'red shoes'],
      both: ['red shoes'],
      counts: [2, 1],
      seen: ['red shoes'],
      refused: { code: 'validation_failed', status: 400 },
    });
  });

  test('rows as the caller: only what the caller may do', async () => {
    const rules = { read: 'owner', create: 'authenticated', update: 'owner', delete: 'owner' };
    await project.createTable({ name: 'own', columns: [{ name: 'title', type: 'text' }], rules });
    await project.secretApi('/data/own', { json: { title: 'of nobody' } });
    const body = `
      const own = ctx.data.asCaller().table('own');
      const result = { all: (await ctx.data.table('own').list()).length };
      try { result.mine = (await own.insert({ title: 'mine' })).owner_id; } catch (error) { result.code = error.code; result.status = error.status; }
      try { result.seen = (await own.list()).length; } catch (error) { result.listed = error.code; }
      return result;`;
    expect(await run(body, { user: ANN })).toEqual({ all: 1, mine: ANN.id, seen: 1 });
    expect(await run(body)).toEqual({ all: 2, code: 'not_authenticated', status: 401, listed: 'not_authenticated' });
  });

  test('rows as the caller: permissions end as soon as they are withdrawn', async () => {
    const rules = { read: 'authenticated', create: 'authenticated' };
    await project.createTable({ name: 'steps', columns: [{ name: 'title', type: 'text' }], rules });
    const visitor = await signUp(project.api);
    await deploy(
      project,
      'lasting',
      `export default async (ctx) => {
        const steps = ctx.data.table('steps'), own = ctx.data.asCaller().table('steps');
        await own.insert({ title: 'began' });
        while ((await steps.count({ filter: 'title:eq:go' })) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
        const codes = [];
        for (const use of [() => own.list(), () => own.insert({ title: 'after' })]) {
          await use().then(() => codes.push('done'), (error) => codes.push(error.code));
        }
        return codes;
      }`,
    );
    const running = visitor.api('/functions/lasting/invoke', { method: 'POST' });
    const began = () => project.secretApi<{ count: number }>('/data/steps?filter=title:eq:began');
    await vi.waitUntil(async () => (await began()).body.count === 1, { timeout: 10_000 });
    await project.cloudApi(`/users/${visitor.user.id}`, { method: 'PATCH', json: { disabled: true } });
    await project.secretApi('/data/steps', { json: { title: 'go' } });
    expect((await running).body).toMatchObject({ data: ['not_authenticated', 'not_authenticated'] });
  });

  test('errors of rows have the code, status and message of the HTTP API', async () => {
    await project.createTable({
      name: 'strict',
      columns: [{ name: 'n', type: 'integer', unique: true, required: true }],
    });
    const result = await run(`
      const strict = ctx.data.table('strict');
      await strict.insert({ n: 1 });
      const failures = [
        () => strict.insert({ n: 1 }), () => strict.insert({}), () => strict.list({ filter: 'x' }), () => strict.list({ limit: -1 }),
        () => strict.list({ colour: 1 }), () => strict.update({}, { n: 2 }), () => strict.get(5), () => ctx.data.table('none').list(),
        () => strict.remove('0199aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee'), () => ctx.data.table('_functions').list(),
        () => strict.insert([]), () => strict.insert(Array.from({ length: 101 }, (_, n) => ({ n: n + 2 }))),
      ];
      const seen = [];
      for (const fail of failures) await fail().then(() => seen.push('nothing'), (error) => seen.push(error.code + ' ' + error.status));
      return seen;`);
    expect(result).toEqual([
      'duplicate 409',
      'validation_failed 400',
      'invalid_filter 400',
      'invalid_limit 400',
      'unknown_parameter 400',
      'filter_required 400',
      'validation_failed 400',
      'table_not_found 404',
      'row_not_found 404',
      'table_not_found 404',
      'validation_failed 400',
      'batch_too_large 400',
    ]);
  });

  test('files: stored, listed, read back byte for byte, changed, signed and deleted', async () => {
    const result = (await run(`
      const bytes = new Uint8Array(70_000).map((_, at) => at % 251);
      const file = await ctx.storage.upload({ name: 'a.bin', body: bytes, path: 'in/a.bin', metadata: { k: 1 } });
      const back = await ctx.storage.download(file.id);
      const url = await ctx.storage.sign(file.id, { expires_in: 60 });
      const renamed = await ctx.storage.update(file.id, { visibility: 'public' });
      const listed = await ctx.storage.list({ prefix: 'in/' });
      const behind = await ctx.storage.list({ prefix: 'in/', after: [file.id] });
      await ctx.storage.remove(file.id);
      const gone = await ctx.storage.get(file.id).catch((error) => error.code);
      const wrong = await ctx.storage.sign(file.id, {}).catch((error) => error.code);
      return { size: file.size, metadata: file.metadata, same: back.every((byte, at) => byte === bytes[at]) && back.length === bytes.length,
        url, visibility: renamed.visibility, listed: listed.map(({ path }) => path), behind, gone, wrong };`)) as Record<
      string,
      unknown
    >;
    expect(result).toEqual({
      size: 70_000,
      metadata: { k: 1 },
      same: true,
      url: expect.stringContaining('?token='),
      visibility: 'public',
      listed: ['in/a.bin'],
      behind: [],
      gone: 'file_not_found',
      wrong: 'validation_failed',
    });
  });

  test("messages: sent to the owner's inbox", async () => {
    const sent = await run(`return ctx.messages.send({ body: 'Hello from a function' });`);
    expect(sent).toEqual({ delivered: true, id: expect.any(String) });
    expect(await run(`return ctx.messages.send({}).catch((error) => error.code);`)).toBe('validation_failed');
    const listed = await project.cloudApi<{ data: { body: string }[] }>('/messages');
    expect(listed.body.data.map(({ body }) => body)).toContain('Hello from a function');
  });

  test('other functions: private ones too, with the same user; failures are results, not exceptions', async () => {
    await deploy(project, 'inner', 'export default (ctx) => ({ got: ctx.payload, user: ctx.user?.id ?? null });', {
      access: 'private',
    });
    await deploy(
      project,
      'failing',
      `export default (ctx) => { throw ctx.error('no', { status: 418, code: 'teapot' }); };`,
    );
    const result = await run(
      `return [
        await ctx.functions.invoke('inner', { a: 1 }), await ctx.functions.invoke('failing'),
        await ctx.functions.invoke('nobody'), await ctx.functions.invoke(5),
      ];`,
      { user: ANN },
    );
    expect(result).toMatchObject([
      { success: true, data: { got: { a: 1 }, user: ANN.id } },
      { success: false, error: 'no', code: 'teapot' },
      { success: false, code: 'function_not_found' },
      { success: false, code: 'validation_failed' },
    ]);
    expect((await runsOf(project, 'inner'))[0]).toMatchObject({
      trigger: 'http',
      caller: expect.stringMatching(/^function:run-/),
    });
  });

  test('other functions: at most sixteen levels deep', async () => {
    await deploy(
      project,
      'deep',
      `export default async (ctx) => {
        const below = await ctx.functions.invoke('deep', { level: (ctx.payload?.level ?? 1) + 1 });
        return below.success ? below.data : { levels: ctx.payload?.level ?? 1, error: below.error };
      };`,
    );
    const answer = await project.api('/functions/deep/invoke', { method: 'POST' });
    expect(answer.body).toMatchObject({ data: { levels: 16, error: expect.stringContaining('16 levels') } });
  });

  test("ids, deadline and the request, without the caller's key and cookies", async () => {
    const result = (await run(
      `return { project: ctx.project, name: ctx.function, run: ctx.run_id, left: Date.parse(ctx.deadline) - Date.now(),
        method: ctx.request.method, url: ctx.request.url, text: await ctx.request.text(), bytes: ctx.request.body.length,
        names: [...ctx.request.headers.keys()], trace: ctx.request.headers.get('traceparent') };`,
      { json: { ü: 1 }, headers: { cookie: 'a=b', 'x-mine': '1', traceparent: TRACEPARENT } },
    )) as Record<string, unknown>;
    expect(result).toMatchObject({
      project: project.id,
      name: `run-${runCount}`,
      run: expect.stringMatching(/^[0-9a-f-]{36}$/),
      method: 'POST',
      url: `${server.url}/api/baas/${project.id}/functions/run-${runCount}/invoke`,
      text: '{"ü":1}',
      bytes: 8,
      trace: TRACEPARENT,
    });
    expect(result['left']).toBeGreaterThan(20_000);
    expect(result['names']).toContain('x-mine');
    expect(result['names']).not.toContain('authorization');
    expect(result['names']).not.toContain('cookie');
  });
});
