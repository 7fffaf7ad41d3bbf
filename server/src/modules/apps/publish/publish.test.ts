import { describe, expect, test } from 'vitest';
import { deploy } from '../../../../test/functions.ts';
import { ENGINES, openProject } from '../../../../test/index.ts';
import { createArchive, publish, sendArchive, type TestDeployment, visit } from '../../../../test/published-app.ts';

const HTML = { accept: 'text/html' };

describe.each(ENGINES)('publishing on %s', (engine) => {
  const { server, project } = openProject(engine);

  const list = async (of = project) =>
    (await of.cloudApi<{ data: TestDeployment[]; count: number }>('/deployments')).body;
  const functionsOf = async (of = project) => {
    const { body } = await of.cloudApi<{ data: { name: string }[] }>('/functions');
    return body.data.map(({ name }) => name);
  };
  const invoke = (name: string, of = project) => of.api<{ data: unknown }>(`/functions/${name}/invoke`, { json: {} });

  test('replaces functions of earlier deployments, and refuses the name of a function deployed by hand', async () => {
    const own = await server.createProject();
    await deploy(own, 'by_hand', 'export default () => 1;');
    await publish(own, { 'functions/a.ts': 'export default () => 1', 'functions/b.js': 'export default () => 2' });
    expect(await functionsOf(own)).toEqual(['a', 'b', 'by_hand']);
    await publish(own, { 'functions/b.ts': 'export default () => 3', 'functions/c.ts': 'export default () => 4' });
    expect(await functionsOf(own)).toEqual(['b', 'by_hand', 'c']);
    expect((await invoke('b', own)).body.data).toBe(3);
    const taken = await sendArchive(own, await createArchive({ 'functions/by_hand.ts': 'export default () => 5' }));
    expect(taken).toMatchObject({
      status: 409,
      body: { code: 'duplicate', error: expect.stringContaining('by_hand') },
    });
    expect(await functionsOf(own)).toEqual(['b', 'by_hand', 'c']);
    expect((await list(own)).count).toBe(2);
  });

  test('rolls back files, functions and handlers together', async () => {
    const own = await server.createProject();
    const site = (text: string) => ({
      'dist/index.html': text,
      'functions/which.ts': `export default () => '${text}';`,
      [`functions/only_${text}.ts`]: 'export default () => 1;',
      [`webhook/hook_${text}.ts`]: 'export default () => 1;',
    });
    const first = await publish(own, site('one'));
    const second = await publish(own, site('two'));
    await own.cloudApi('/functions/only_two', { method: 'DELETE' });
    const back = await own.cloudApi(`/deployments/${first.id}/rollback`, { method: 'POST' });
    expect([back.status, back.body]).toEqual([200, { data: first, count: 1 }]);
    expect((await visit(server, own, '/')).text).toBe('one');
    expect((await invoke('which', own)).body.data).toBe('one');
    expect(await functionsOf(own)).toEqual(['only_one', 'which']);
    expect((await visit(server, own, '/webhook/hook_one', { method: 'POST' })).status).toBe(200);
    expect((await visit(server, own, '/webhook/hook_two', { method: 'POST' })).status).toBe(404);
    const forth = await own.cloudApi(`/deployments/${second.id}/rollback`, { method: 'POST' });
    expect(forth.status).toBe(200);
    expect((await invoke('which', own)).body.data).toBe('two');
    expect(await functionsOf(own)).toEqual(['only_two', 'which']);
    expect((await list(own)).data.map(({ number, active }) => [number, active])).toEqual([
      [2, true],
      [1, false],
    ]);
    for (const id of ['00000000-0000-7000-8000-000000000000', 'nonsense']) {
      const missing = await own.cloudApi(`/deployments/${id}/rollback`, { method: 'POST' });
      expect(missing).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });

  test('keeps ten deployments, and only the bytes that these need', async () => {
    const own = await server.createProject();
    const first = await publish(own, { 'dist/index.html': 'page 1', 'dist/same.txt': 'the same' });
    for (let number = 2; number <= 12; number += 1) {
      await publish(own, { 'dist/index.html': `page ${number}`, 'dist/same.txt': 'the same' });
    }
    const { data, count } = await list(own);
    expect([count, data.map(({ number }) => number)]).toEqual([10, [12, 11, 10, 9, 8, 7, 6, 5, 4, 3]]);
    expect((await own.cloudApi(`/deployments/${first.id}`)).status).toBe(404);
    await server.runJobsUntilIdle();
    await own.cloudApi(`/deployments/${data.at(-1)?.id}/rollback`, { method: 'POST' });
    expect((await visit(server, own, '/')).text).toBe('page 3');
    expect((await visit(server, own, '/same.txt')).text).toBe('the same');
  });

  test('handles concurrent deployments one after the other, each as a whole', async () => {
    const own = await server.createProject();
    const deployments = await Promise.all(
      ['a', 'b', 'c', 'd'].map((text) =>
        publish(own, {
          'dist/index.html': text,
          'dist/shared.txt': 'shared',
          'functions/which.ts': `export default () => '${text}';`,
        }),
      ),
    );
    expect(deployments.map(({ number }) => number).sort()).toEqual([1, 2, 3, 4]);
    const page = (await visit(server, own, '/')).text;
    expect((await invoke('which', own)).body.data).toBe(page);
    expect((await visit(server, own, '/shared.txt')).text).toBe('shared');
  });

  test('writes deployments and rollbacks into the audit log', async () => {
    const own = await server.createProject();
    const { id } = await publish(own, { 'dist/index.html': 'x' });
    await own.cloudApi(`/deployments/${id}/rollback`, { method: 'POST' });
    const { body } = await own.cloudApi<{ data: { action: string; target: string }[] }>('/audit');
    expect(body.data.slice(0, 2)).toMatchObject([
      { action: 'deployment.rollback', target: id, details: { number: 1 } },
      { action: 'deployment.create', target: id, details: { number: 1 } },
    ]);
  });

  describe('200', () => {
    test('activates files, functions and handlers, and answers with the deployment', async () => {
      const answer = await sendArchive(
        project,
        await createArchive({
          'dist/index.html': '<h1>one</h1>',
          'functions/greet.ts': `import { word } from './lib/word.ts'; export default async () => word;`,
          'functions/lib/word.ts': `export const word: string = 'hello';`,
          'webhook/stripe.ts': `export default async (ctx) => ({ got: await ctx.request.text(), url: ctx.request.url });`,
        }),
      );
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        count: 1,
        data: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          number: 1,
          active: true,
          url: `http://${project.id}.localhost:${new URL(server.url).port}/`,
          files: 1,
          size_bytes: 12,
          functions: ['greet'],
          webhooks: ['stripe'],
          created_at: expect.stringMatching(/Z$/),
          changes: {
            files: { added: ['index.html'], changed: [], removed: [] },
            functions: { added: ['greet'], changed: [], removed: [] },
            webhooks: { added: ['stripe'], changed: [], removed: [] },
          },
        },
      });
      expect((await visit(server, project, '/', { headers: HTML })).text).toBe('<h1>one</h1>');
      expect((await invoke('greet')).body.data).toBe('hello');
      const hook = await visit(server, project, '/webhook/stripe?a=1', { method: 'POST', body: 'paid' });
      expect([hook.status, JSON.parse(hook.text)]).toEqual([
        200,
        { got: 'paid', url: `http://${project.id}.localhost:${new URL(server.url).port}/webhook/stripe?a=1` },
      ]);
      const { changes: _, ...deployment } = answer.body.data;
      expect(await list()).toEqual({ data: [deployment], count: 1 });
      const one = await project.cloudApi(`/deployments/${answer.body.data.id}`);
      expect(one.body).toEqual({ data: deployment, count: 1 });
    });

    test('takes function options from the exported config, and defaults for the rest', async () => {
      const own = await server.createProject();
      await publish(own, {
        'functions/nightly.ts': `export const config = { schedule: '0 3 * * *', timezone: 'Europe/Berlin' }; export default () => 1;`,
        'functions/hidden.ts': `export const config = { access: 'private', timeout_ms: 1000 }; export default () => 1;`,
      });
      const shown = async (name: string) => (await own.cloudApi<{ data: object }>(`/functions/${name}`)).body.data;
      expect(await shown('nightly')).toMatchObject({
        trigger: 'scheduled',
        schedule: '0 3 * * *',
        timezone: 'Europe/Berlin',
        origin: 'deployment',
        next_run_at: expect.any(String),
      });
      expect(await shown('hidden')).toMatchObject({ trigger: 'http', access: 'private', timeout_ms: 1000 });
      await publish(own, { 'functions/hidden.ts': 'export default () => 1;' });
      expect(await shown('hidden')).toMatchObject({ access: 'public' });
    });

    test('lists the changes against the active deployment; a dry run changes nothing', async () => {
      const own = await server.createProject();
      const send = async (entries: Record<string, string>, query = '') =>
        own.cloudApi<{ data: { changes: unknown } }>(`/deployments${query}`, {
          method: 'POST',
          body: await createArchive(entries),
          headers: { 'content-type': 'application/gzip' },
        });
      const none = { added: [], changed: [], removed: [] };
      const before = {
        'dist/a.txt': 'a',
        'dist/b.txt': 'b',
        'functions/f.ts': 'export default () => 1;',
        'functions/g.ts': 'export default () => 1;',
        'webhook/w.ts': 'export default () => 1;',
      };
      await send(before);
      expect((await send(before)).body.data.changes).toEqual({ files: none, functions: none, webhooks: none });
      const after = {
        'dist/a.txt': 'A',
        'dist/c.txt': 'c',
        'functions/f.ts': 'export const config = { access: "private" }; export default () => 1;',
        'functions/h.ts': 'export default () => 1;',
      };
      const expected = {
        files: { added: ['c.txt'], changed: ['a.txt'], removed: ['b.txt'] },
        functions: { added: ['h'], changed: ['f'], removed: ['g'] },
        webhooks: { added: [], changed: [], removed: ['w'] },
      };
      const tried = await send(after, '?dry_run=true');
      expect([tried.status, tried.body]).toEqual([200, { data: { changes: expected, dry_run: true }, count: 1 }]);
      expect((await list(own)).count).toBe(2);
      expect(await functionsOf(own)).toEqual(['f', 'g']);
      expect((await send(after)).body.data.changes).toEqual(expected);
    });
  });

  describe('400', () => {
    test.each([
      [
        'a syntax error',
        { 'functions/bad.ts': 'export default () => {\n  let x = ;\n}' },
        /^functions\/bad\.ts:2:11: /,
      ],
      [
        'no default export',
        { 'functions/bad.ts': 'export const x = 1;' },
        /^functions\/bad\.ts:1:1: There is no default/,
      ],
      [
        'a module that throws',
        { 'webhook/bad.ts': '\nthrow new Error("oh");\nexport default () => 1;' },
        /^webhook\/bad\.ts:2:7: .*oh/,
      ],
      ['an unfit name', { 'functions/Bad Name.ts': 'export default () => 1' }, /^functions\/Bad Name\.ts:1:1: /],
      [
        'one name twice',
        { 'functions/a.ts': 'export default () => 1', 'functions/a.js': 'export default () => 1' },
        /same name/,
      ],
      [
        'an unknown option',
        { 'functions/a.ts': 'export const config = { when: 1 }; export default () => 1' },
        /config: when is not known/,
      ],
      [
        'a schedule that is none',
        { 'functions/a.ts': 'export const config = { schedule: "often" }; export default () => 1' },
        /^functions\/a\.ts: .*often/,
      ],
    ])('refuses %s, names its place and changes nothing', async (_name, entries, message) => {
      const before = await list();
      const answer = await sendArchive(project, await createArchive({ 'dist/index.html': '<h1>bad</h1>', ...entries }));
      expect(answer.status).toBe(400);
      expect(answer.body.code).toMatch(/^invalid_(source|schedule)$/);
      expect(answer.body.error).toMatch(message);
      expect(await list()).toEqual(before);
      expect((await visit(server, project, '/')).text).toBe('<h1>one</h1>');
    });
  });

  test('takes over functions deployed by hand only on request', async () => {
    const own = await server.createProject();
    await deploy(own, 'mine', 'export default () => "by hand";');
    const body = await createArchive({ 'functions/mine.ts': 'export default () => "deployed";' });
    const send = (query: string) =>
      own.cloudApi<{ code?: string; data: { changes: { functions: unknown } } }>(`/deployments${query}`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/gzip' },
      });
    for (const query of ['', '?dry_run=true', '?adopt=false']) {
      const refused = await send(query);
      expect([refused.status, refused.body.code]).toEqual([409, 'duplicate']);
    }
    const tried = await send('?dry_run=true&adopt=true');
    expect(tried.body.data.changes.functions).toEqual({ added: [], changed: ['mine'], removed: [] });
    expect((await invoke('mine', own)).body.data).toBe('by hand');
    expect((await send('?adopt=true')).status).toBe(201);
    expect((await invoke('mine', own)).body.data).toBe('deployed');
    expect((await send('')).status).toBe(201);
  });
});
