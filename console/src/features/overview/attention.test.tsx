import '../../../test/dom.ts';
import { expect, test } from 'vitest';
import { answerCalls, findBarriers, screen, show } from '../../../test/show.tsx';
import { Attention } from './attention.tsx';

const USAGE = { storage: { bytes: 95, bytes_max: 100 }, rows: { bytes: 10, bytes_max: 100 } };
const SLOW = { table: 'notes', index: { columns: ['kind'] }, lists: 3, mean_ms: 30, slowest_ms: 60, last_at: '' };
const HOOK = { id: 'w1', description: 'Warehouse', url: 'https://a.example', enabled: false };

test('one list shows everything that needs attention, with a link to where to fix it', async () => {
  answerCalls(({ path }) => {
    if (path.endsWith('/jobs')) return { data: [], count: 2 };
    if (path.endsWith('/webhooks')) return { data: [HOOK, { ...HOOK, id: 'w2', enabled: true }], count: 2 };
    if (path.endsWith('/slow-lists')) return { data: [SLOW], count: 1 };
    return { data: USAGE, count: 1 };
  });
  await show(<Attention />);
  await screen.findByText(/failed in the last seven days/);
  await screen.findByText(/is disabled and sends nothing/);
  await screen.findByText(/slow for want of an index on/);
  await screen.findByText(/use 95 B of 100 B/);
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    '2 jobs',
    'Warehouse',
    'notes',
    'Files',
  ]);
  expect(await findBarriers()).toEqual([]);
});
