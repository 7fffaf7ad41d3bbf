import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, ENGINES, openTable } from '../../../test/index.ts';

describe.each(ENGINES)('one row on %s', (engine) => {
  let id = '';
  const { project } = openTable(engine, {
    name: 'notes',
    rules: { read: { level: 'public', where: 'title:neq:hidden' } },
    columns: [
      { name: 'title', type: 'text' },
      { name: 'secret', type: 'text', hidden: true },
    ],
  });
  beforeAll(async () => {
    const { body } = await project.secretApi<Answer>('/data/notes', { json: { title: 'a', secret: 's' } });
    id = String(body.data['id']);
  });

  describe('200', () => {
    it('answers 200 with every visible column', async () => {
      const { status, body } = await project.api<Answer>(`/data/notes/${id}`);
      expect(status).toBe(200);
      expect(Object.keys(body)).toEqual(['data', 'count']);
      expect(body.count).toBe(1);
      expect(Object.keys(body.data)).toEqual(['id', 'created_at', 'updated_at', 'owner_id', 'title']);
    });

    it('accepts an id in any letter case, and a selection', async () => {
      const { text } = await project.api(`/data/notes/${id.toUpperCase()}?select=title`);
      expect(text).toBe('{"data":{"title":"a"},"count":1}');
    });
  });

  describe('400', () => {
    it.each([
      ['?select=secret', 'unknown_column'],
      ['?filter=title:eq:a', 'unknown_parameter'],
      ['?limit=1', 'unknown_parameter'],
    ])('refuses %s with 400 %s', async (search, code) => {
      const { status, body } = await project.api<Answer>(`/data/notes/${id}${search}`);
      expect([status, body.code]).toEqual([400, code]);
    });
  });

  describe('404', () => {
    it('answers the same 404 for a missing row, a hidden row and an invalid id', async () => {
      const { body } = await project.secretApi<Answer>('/data/notes', { json: { title: 'hidden' } });
      const answers = await Promise.all(
        [String(body.data['id']), '0190b000-0000-7000-8000-000000000000', 'x', '%00', `${id}0`, '1=1'].map((it) =>
          project.api<Answer>(`/data/notes/${it}`),
        ),
      );
      for (const answer of answers) {
        expect([answer.status, { ...answer.body, request_id: '' }]).toEqual([
          404,
          { error: 'There is no such row.', code: 'row_not_found', request_id: '' },
        ]);
      }
    });
  });
});
