import { beforeAll, describe, expect, it } from 'vitest';
import { type Answers, ENGINES, openTable } from '../../../../test/index.ts';
import { HITS, TEXTS } from './search-corpus.ts';

describe.each(ENGINES)('searches on %s', (engine) => {
  const { project } = openTable(engine, {
    name: 'notes',
    rules: { read: 'public', create: 'public' },
    columns: [
      { name: 'name', type: 'text' },
      { name: 'title', type: 'text', searchable: true },
      { name: 'body', type: 'text', searchable: true },
      { name: 'secret', type: 'text', searchable: true, hidden: true },
    ],
  });

  const names = async (search: string, more = '&order=name', api = project.api): Promise<readonly unknown[]> => {
    const { status, body, text } = await api<Answers>(`/data/notes?search=${encodeURIComponent(search)}${more}`);
    expect([status, text.slice(0, 200)]).toEqual([200, expect.anything()]);
    expect(body.count).toBe(body.data.length);
    return body.data.map((row) => row['name']);
  };

  beforeAll(async () => {
    const rows = Object.entries(TEXTS).map(([name, title]) => ({ name, title }));
    expect((await project.secretApi('/data/notes', { json: rows })).status).toBe(201);
  });

  it.each(HITS)('finds by %j: %j', async (search, expected) => {
    expect(await names(search)).toEqual([...expected].sort());
  });
});
