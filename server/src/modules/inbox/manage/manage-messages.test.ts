import { beforeAll, describe, expect, it } from 'vitest';
import { createTestClock, ENGINES, openProject } from '../../../../test/index.ts';
import type { Message } from '../messages-store.ts';

interface ListedMessages {
  readonly data: readonly Message[];
  readonly count: number;
  readonly unread: number;
  readonly code: string;
}

describe.each(ENGINES)('the messages of a project on %s', (engine) => {
  const clock = createTestClock();
  const { project } = openProject(engine, { clock });
  beforeAll(async () => {
    const senders = [
      { body: 'Green tea', from_name: 'Ann', from_email: 'ann@example.com' },
      { body: 'Black TEA', from_name: 'Bob', from_email: 'bob@example.com' },
      { body: '=1+1', from_name: 'Émile', metadata: { topic: 'coffee' } },
      { body: 'Buy now', _gotcha: 'x' },
    ];
    for (const json of senders) {
      clock.advance(1000);
      await project.api('/messages', { json });
    }
  });

  const list = async (search = '') => (await project.cloudApi<ListedMessages>(`/messages${search}`)).body;
  const bodies = async (search: string) => (await list(search)).data.map(({ body }) => body);
  const idOf = async (body: string) => (await list('?status=all')).data.find((one) => one.body === body)?.id;

  describe('200', () => {
    it('are listed newest first without spam, with the number of unread ones', async () => {
      expect(await list()).toMatchObject({
        data: [{ body: '=1+1' }, { body: 'Black TEA' }, { body: 'Green tea' }],
        count: 3,
        unread: 3,
      });
      expect(await list('?status=spam')).toMatchObject({ data: [{ spam_reason: 'honeypot' }], count: 1, unread: 3 });
      expect(await list('?status=all')).toMatchObject({ count: 4 });
      expect(await list('?status=read')).toMatchObject({ data: [], count: 0 });
    });

    it('are searched in text, name and address, in any case', async () => {
      expect(await bodies('?search=TEA')).toEqual(['Black TEA', 'Green tea']);
      expect(await bodies('?search=%C3%89MILE')).toEqual(['=1+1']);
      expect(await bodies('?search=bob@')).toEqual(['Black TEA']);
      expect(await bodies('?search=coffee')).toEqual([]);
      expect(await bodies('?search=%25')).toEqual([]);
      expect(await bodies('?search=buy')).toEqual([]);
      expect(await bodies('?search=buy&status=all')).toEqual(['Buy now']);
      expect((await bodies('?search=+')).length).toBe(3);
    });

    it('are paged and sorted', async () => {
      expect(await list('?limit=1&offset=1')).toMatchObject({ data: [{ body: 'Black TEA' }], count: 3 });
      expect(await bodies('?order=created_at')).toEqual(['Green tea', 'Black TEA', '=1+1']);
      expect(await bodies('?order=from_email:desc')).toEqual(['Black TEA', 'Green tea', '=1+1']);
      expect(await list('?limit=0')).toMatchObject({ data: [], count: 3 });
    });

    it('are exported as CSV without formulas and as JSON, with the same filters', async () => {
      const csv = await project.cloudApi('/messages/export?format=csv&search=1');
      expect(csv.headers.get('content-disposition')).toBe('attachment; filename="messages.csv"');
      const [head, row] = csv.text.split('\r\n');
      expect(head).toBe(
        'id,body,from_name,from_email,user_id,sender_verified,metadata,status,spam_reason,source_url,created_at,read_at,notified_at',
      );
      expect(row).toMatch(/^[0-9a-f-]{36},'=1\+1,Émile,,,false,"\{""topic"":""coffee""\}",unread,,,.*Z,,$/);
      const json = await project.cloudApi<ListedMessages>('/messages/export?format=json&status=all');
      expect(json.body).toMatchObject({ data: [{ body: 'Green tea' }, {}, {}, { status: 'spam' }], count: 4 });
      expect((await project.cloudApi<ListedMessages>('/messages/export?format=json&status=archived')).text).toBe(
        '{"data":[],"count":0}',
      );
    });

    it('move between folders, and the counts follow at once', async () => {
      const id = await idOf('Green tea');
      const move = async (status: string) => {
        clock.advance(1000);
        const json = { status };
        return (await project.cloudApi<{ data: Message }>(`/messages/${id}`, { method: 'PATCH', json })).body.data;
      };
      const read = await move('read');
      expect(read).toMatchObject({ status: 'read', read_at: new Date(clock.now()).toISOString() });
      expect(await list()).toMatchObject({ count: 3, unread: 2 });
      expect((await move('archived')).read_at).toBe(read.read_at);
      expect((await move('read')).read_at).toBe(read.read_at);
      expect(await move('spam')).toMatchObject({ status: 'spam', spam_reason: 'manual' });
      expect(await list()).toMatchObject({ count: 2, unread: 2 });
      expect(await move('unread')).toMatchObject({ status: 'unread', spam_reason: null, read_at: null });
      expect(await list()).toMatchObject({ count: 3, unread: 3 });
      expect((await project.cloudApi<{ data: Message }>(`/messages/${id}`)).body.data.body).toBe('Green tea');
    });

    it('count toward the usage of the project, until they are deleted', async () => {
      const usage = async () => (await project.cloudApi<{ data: { inbox: object } }>('/usage')).body.data.inbox;
      expect(await usage()).toEqual({ messages: 3, unread: 3, spam: 1 });
      const id = await idOf('Buy now');
      expect((await project.cloudApi(`/messages/${id}`, { method: 'DELETE' })).body).toEqual({ count: 1 });
      expect((await project.cloudApi(`/messages/${id}`)).status).toBe(404);
      expect(await usage()).toEqual({ messages: 3, unread: 3, spam: 0 });
      expect(await list('?status=all')).toMatchObject({ count: 3 });
    });
  });

  describe('400', () => {
    it.each([
      ['?status=new', 'validation_failed'],
      ['?limit=1001', 'invalid_limit'],
      ['?order=body', 'unknown_column'],
      ['?order=created_at:up', 'invalid_order'],
      ['?search=a%00', 'validation_failed'],
      [`?search=${'a'.repeat(201)}`, 'validation_failed'],
      ['?x=1', 'unknown_parameter'],
      ['/export', 'invalid_format'],
      ['/export?format=xml', 'invalid_format'],
      ['/export?format=csv&status=x', 'validation_failed'],
    ])('400 to %s', async (search, code) => {
      expect(await project.cloudApi(`/messages${search}`)).toMatchObject({ status: 400, body: { code } });
    });

    it('only the status can be changed', async () => {
      const id = await idOf('Green tea');
      for (const json of [{}, { status: 'new' }, { status: 'all' }, { body: 'x' }, { status: 'read', body: 'x' }])
        expect((await project.cloudApi(`/messages/${id}`, { method: 'PATCH', json })).status).toBe(400);
    });
  });

  describe('404', () => {
    it('an unknown message gets 404', async () => {
      for (const id of ['none', '018f0000-0000-7000-8000-000000000000']) {
        for (const init of [{}, { method: 'DELETE' }, { method: 'PATCH', json: { status: 'read' } }])
          expect(await project.cloudApi(`/messages/${id}`, init)).toMatchObject({
            status: 404,
            body: { code: 'not_found' },
          });
      }
    });
  });
});
