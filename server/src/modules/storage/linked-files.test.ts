import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Answers, ENGINES, openProject, type TestUser } from '../../../test/index.ts';
import { type UploadedFile, uploadFile } from '../../../test/upload.ts';

const ANN: TestUser = { id: '018f0000-0000-7000-8000-00000000000a' };
const BEN: TestUser = { id: '018f0000-0000-7000-8000-00000000000b' };
const EVE: TestUser = { id: '018f0000-0000-7000-8000-00000000000e' };
const MEMBER = 'exists(members,team:eq:$row.team,user_id:eq:$user.id)';

/** Ann and Ben are in Red; Eve is not, and has her own table. */
describe.each(ENGINES)('linked files on %s', (engine) => {
  const { project } = openProject(engine);
  let file: UploadedFile;
  let task = '';

  const as = <Body = Answer>(user: TestUser | null, path: string, init: object = {}) =>
    project.api<Body>(path, { ...init, ...(user && { user }) });
  const upload = (user: TestUser, visibility = 'linked') =>
    uploadFile((path, init) => as(user, path, init), { name: 'plan.txt', bytes: 'the plan', visibility });

  beforeAll(async () => {
    const text = (name: string) => ({ name, type: 'text' });
    await project.createTable({ name: 'members', columns: [text('team'), text('user_id')] });
    const rule = { level: 'authenticated', where: MEMBER };
    await project.createTable({
      name: 'tasks',
      columns: [
        text('team'),
        text('title'),
        { name: 'attachment', type: 'file' },
        { name: 'inside', type: 'file', hidden: true },
      ],
      rules: { read: rule, create: rule, update: rule },
    });
    await project.createTable({
      name: 'posts',
      columns: [{ name: 'cover', type: 'file' }],
      rules: { read: 'public', create: 'public', update: 'public' },
    });
    const members = [
      { team: 'red', user_id: ANN.id },
      { team: 'red', user_id: BEN.id },
    ];
    await project.secretApi('/data/members', { json: members });
    file = await upload(ANN);
    const made = await as(ANN, '/data/tasks', { json: { team: 'red', attachment: file.id } });
    expect(made.status).toBe(201);
    task = String(made.body.data['id']);
  });

  /** Ways to see the file. */
  const sees = async (user: TestUser | null, { id } = file) => {
    const list = await as<Answers>(user, `/storage/files?filter=id:eq:${id}`);
    const ways = [
      list.body.count === 1 && list.body.data.length === 1,
      (await as(user, `/storage/files/${id}`)).status === 200,
      (await as(user, `/storage/files/${id}/download`)).status === 200,
      (await as(user, `/storage/files/${id}/download?w=10`)).status !== 404,
    ];
    return [...new Set(ways)];
  };
  const patchTask = async (user: TestUser, json: object) =>
    (await as(user, `/data/tasks/${task}`, { method: 'PATCH', json })).status;

  it('are visible to callers who may read a row that names them, and to their uploader', async () => {
    expect([await sees(ANN), await sees(BEN), await sees(EVE), await sees(null)]).toEqual([
      [true],
      [true],
      [false],
      [false],
    ]);
    const other = await upload(ANN);
    expect([await sees(ANN, other), await sees(BEN, other)]).toEqual([[true], [false]]);
    // The count follows a change of the members alone.
    const count = async () => (await as(EVE, '/storage/files?limit=0')).body.count;
    expect([await count(), await count()]).toEqual([0, 0]);
    const made = await project.secretApi<Answer>('/data/members', { json: { team: 'red', user_id: EVE.id } });
    expect([await count(), await sees(EVE)]).toEqual([1, [true]]);
    await project.secretApi(`/data/members/${String(made.body.data['id'])}`, { method: 'DELETE' });
    expect([await count(), await sees(EVE)]).toEqual([0, [false]]);
  });

  it('can be signed by every caller who may read them, but changed only by their uploader', async () => {
    const sign = async (user: TestUser | null) =>
      (await as(user, `/storage/files/${file.id}/sign`, { json: { expires_in: 60 } })).status;
    expect([await sign(ANN), await sign(BEN), await sign(EVE), await sign(null)]).toEqual([200, 200, 404, 404]);
    for (const [method, json] of [
      ['PATCH', { name: 'x.txt' }],
      ['DELETE', undefined],
    ] as const) {
      const init = { method, ...(json && { json }) };
      const change = async (user: TestUser) => (await as(user, `/storage/files/${file.id}`, init)).status;
      expect([await change(BEN), await change(EVE)]).toEqual([403, 404]);
    }
    expect((await as(ANN, `/storage/files/${file.id}`, { method: 'PATCH', json: { metadata: { a: 1 } } })).status).toBe(
      200,
    );
  });

  it('stay hidden from callers who write their id into a row', async () => {
    for (const user of [BEN, EVE, null]) {
      const post = await as(user, '/data/posts', { json: { cover: file.id } });
      expect([post.status, post.body.details?.fields]).toEqual([400, { cover: 'is not the id of an existing file' }]);
    }
    const own = await as(EVE, '/data/posts', { json: {} });
    const id = String(own.body.data['id']);
    for (const [path, init] of [
      [`/data/posts/${id}`, { method: 'PATCH', json: { cover: file.id } }],
      [`/data/posts?filter=id:eq:${id}`, { method: 'PATCH', json: { cover: file.id } }],
      ['/data/posts/batch', { json: [{ op: 'update', id, data: { cover: file.id } }] }],
      ['/data/posts/batch', { json: [{ op: 'insert', data: { cover: file.id } }] }],
    ] as const) {
      expect([path, (await as(EVE, path, init)).status]).toEqual([path, 400]);
    }
    expect(await sees(EVE)).toEqual([false]);
    const ben = await as(BEN, '/data/tasks', { json: { team: 'red', attachment: file.id } });
    expect(ben.status).toBe(400);
    expect((await project.secretApi('/data/posts', { json: { cover: null } })).status).toBe(201);
  });

  it('stay in their row when other users send the row back unchanged', async () => {
    expect(await patchTask(BEN, { title: 'new', attachment: file.id })).toBe(200);
    const json = [{ op: 'update', id: task, data: { title: 'newer', attachment: file.id } }];
    expect((await as(BEN, '/data/tasks/batch', { json })).status).toBe(200);
    const byFilter = await as<Answers>(BEN, `/data/tasks?filter=id:eq:${task}`, {
      method: 'PATCH',
      json: { title: 'newest', attachment: file.id },
    });
    expect(byFilter.body.data).toMatchObject([{ title: 'newest', attachment: file.id }]);
    expect((await as(EVE, `/data/tasks/${task}`, { method: 'PATCH', json: { attachment: file.id } })).status).toBe(404);
  });

  it('become invisible with the next request after the row drops them, the column is hidden, or the caller leaves', async () => {
    expect(await patchTask(BEN, { attachment: null })).toBe(200);
    expect([await sees(ANN), await sees(BEN)]).toEqual([[true], [false]]);
    expect(await patchTask(BEN, { attachment: file.id })).toBe(400);
    const hide = { method: 'PATCH', json: { inside: file.id } };
    expect((await project.secretApi(`/data/tasks/${task}`, hide)).status).toBe(200);
    expect(await sees(BEN)).toEqual([false]);
    expect(await patchTask(ANN, { attachment: file.id })).toBe(200);
    expect(await sees(BEN)).toEqual([true]);
  });

  it('still need the public key when their row is public', async () => {
    const cover = await upload(ANN);
    expect((await as(ANN, '/data/posts', { json: { cover: cover.id } })).status).toBe(201);
    expect([await sees(EVE, cover), await sees(null, cover)]).toEqual([[true], [true]]);
    const keyless = await project.api(`/storage/files/${cover.id}/download`, { key: null });
    expect(keyless.status).toBe(404);
  });
});
