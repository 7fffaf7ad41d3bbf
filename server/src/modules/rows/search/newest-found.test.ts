import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answers, ENGINES, openTable } from '../../../../test/index.ts';

const ROWS = 1_500;
const LISTS = 150;
const START_MS = Date.UTC(2026, 0, 1);

interface Note {
  readonly id: string;
  readonly created_at: string;
  readonly body: string;
  readonly state: string;
}

/** An id whose time differs from the creation time by up to 90 ms. */
function noteOf(number: number, ms: number): Note {
  const hex = (ms + (number % 90)).toString(16).padStart(12, '0');
  const tail = (number * 2_654_435_761).toString(16).padStart(15, '0').slice(-15);
  return {
    id: `${hex.slice(0, 8)}-${hex.slice(8)}-7${tail.slice(0, 3)}-8${tail.slice(3, 6)}-${tail.slice(3)}`,
    created_at: new Date(ms).toISOString(),
    body: [`every`, number % 5 === 0 ? 'fifth' : 'other', number % 40 === 0 ? 'rare' : 'plain'].join(' '),
    state: number % 60 === 0 ? 'done' : 'open',
  };
}

/** Most rows are written in the order of their times, some a little later and some hours later. */
function timesOf(count: number): readonly number[] {
  return Array.from({ length: count }, (_, number) => {
    const delay = number % 11 === 0 ? 400 : number % 97 === 0 ? 7_200_000 : 0;
    return START_MS + number * 150 - delay;
  });
}

describe.each(ENGINES)('the pages of rows that a search finds, on %s', (engine) => {
  const { project } = openTable(engine, {
    name: 'notes',
    rules: { read: 'public' },
    columns: [
      { name: 'body', type: 'text' },
      { name: 'state', type: 'text', indexed: true },
    ],
  });
  const notes: Note[] = [];

  const insert = async (from: number, to: number): Promise<void> => {
    const times = timesOf(ROWS);
    for (let first = from; first < to; first += 50) {
      const rows = times.slice(first, Math.min(first + 50, to)).map((ms, index) => noteOf(first + index, ms));
      expect((await project.secretApi('/data/notes', { json: rows })).status).toBe(201);
      notes.push(...rows);
    }
  };

  beforeAll(async () => {
    await insert(0, 600);
    const switchedOn = project.cloudApi('/tables/notes', {
      method: 'PATCH',
      json: { change_columns: [{ name: 'body', searchable: true }] },
    });
    await insert(600, ROWS);
    expect((await switchedOn).status).toBe(200);
    while ((await project.api('/data/notes?search=every')).status === 503) await pause(50);
    for (const note of notes.splice(300, 20))
      expect((await project.secretApi(`/data/notes/${note.id}`, { method: 'DELETE' })).status).toBe(200);
  }, 120_000);

  const list = async (query: string): Promise<readonly unknown[]> => {
    const { status, body, text } = await project.api<Answers>(`/data/notes?${query}`);
    expect([query, status, text.slice(0, 200)]).toEqual([query, 200, expect.anything()]);
    return [body.count, ...body.data.map((row) => row['id'])];
  };

  it('match a model for any page, filter and word, even after late writes', async () => {
    let state = 7;
    const pick = <Item>(items: readonly Item[]): Item => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return items[state % items.length] as Item;
    };
    for (let turn = 0; turn < LISTS; turn += 1) {
      const word = pick(['every', 'fifth', 'rare', 'fif', 'none']);
      const order = pick(['created_at:desc', 'id:desc', 'created_at:asc', undefined]);
      const wanted = pick([undefined, 'done', 'open']);
      const [limit, offset] = [pick([1, 7, 40, 200]), pick([0, 0, 3, 500])];
      const found = notes.filter(({ body, state: is }) => {
        return body.split(' ').some((one) => one.startsWith(word)) && is === (wanted ?? is);
      });
      const sign = order?.endsWith('desc') === true ? -1 : 1;
      const isById = order === 'id:desc';
      found.sort((a, b) => {
        // All rows are equally relevant, and so in the order of their ids.
        const isByTime = order !== undefined && !isById;
        const byTime = isByTime ? Date.parse(a.created_at) - Date.parse(b.created_at) : 0;
        const byId = (a.id < b.id ? -1 : 1) * (isById ? sign : 1);
        return byTime === 0 ? byId : byTime * sign;
      });
      const filter = wanted === undefined ? '' : `&filter=state:eq:${wanted}`;
      const sorted = order === undefined ? '' : `&order=${order}`;
      const query = `search=${word}${sorted}&limit=${limit}&offset=${offset}${filter}`;
      const page = found.slice(offset, offset + limit).map(({ id }) => id);
      expect([query, await list(query)]).toEqual([query, [found.length, ...page]]);
    }
  }, 120_000);
});
