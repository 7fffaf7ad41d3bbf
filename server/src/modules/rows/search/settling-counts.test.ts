import { describe, expect, it } from 'vitest';
import { type Answers, ENGINES, openTable } from '../../../../test/index.ts';
import { occurs } from './search-model.ts';

const ROUNDS = 60;
const WORDS = ['red', 'reds', 'blue', 'shoe', 'shop'];
const SEARCHES = ['red', '"red"', '"red shoe"', 'blue -"shoe"', '-"red" "shop"', 'sho'];
const START_MS = Date.UTC(2026, 0, 1);

interface Note {
  readonly id: string;
  readonly body: string;
  readonly kind: string;
}

/** Pseudo-random numbers below a limit. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function idAt(ms: number, number: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

describe.each(ENGINES)('the count of a search on %s', (engine) => {
  const { project } = openTable(engine, {
    name: 'notes',
    rules: { read: 'public' },
    columns: [
      { name: 'body', type: 'text', searchable: true },
      { name: 'kind', type: 'text', indexed: true },
    ],
  });

  it('is exact after any change of old and new rows', async () => {
    const pick = numbersFrom(7);
    let notes: Note[] = [];
    let ms = START_MS;
    const noteAt = (at: number, number: number): Note => ({
      id: idAt(at, number),
      body: Array.from({ length: pick(4) }, () => WORDS[pick(WORDS.length)]).join(' '),
      kind: `k${pick(3)}`,
    });
    for (let round = 0; round < ROUNDS; round += 1) {
      ms += pick(900);
      const added = [noteAt(ms, round * 2)];
      // Now and then a row is older than others.
      if (pick(6) === 0) added.push(noteAt(ms - pick(60_000), round * 2 + 1));
      expect((await project.secretApi('/data/notes', { json: added })).status).toBe(201);
      notes.push(...added);
      const touched = notes[pick(2) === 0 ? notes.length - 1 : pick(notes.length)];
      if (touched !== undefined && pick(4) === 0) {
        const { body, kind } = noteAt(ms, 0);
        await project.secretApi(`/data/notes/${touched.id}`, { method: 'PATCH', json: { body, kind } });
        notes = notes.map((note) => (note === touched ? { ...note, body, kind } : note));
      } else if (touched !== undefined && pick(6) === 0) {
        await project.secretApi(`/data/notes/${touched.id}`, { method: 'DELETE' });
        notes = notes.filter((note) => note !== touched);
      }
      const counts = await Promise.all(
        SEARCHES.flatMap((search) =>
          ['', 'k1'].map(async (wanted) => {
            const filter = wanted === '' ? '' : `&filter=kind:eq:${wanted}`;
            const path = `/data/notes?limit=1&search=${encodeURIComponent(search)}${filter}`;
            const { body } = await project.secretApi<Answers>(path);
            const right = notes.filter(({ kind, body: text }) => kind.endsWith(wanted) && occurs(search, [text]));
            return { search, wanted, count: body.count, right: right.length };
          }),
        ),
      );
      expect(counts.filter(({ count, right }) => count !== right)).toEqual([]);
    }
  });
});
