import '../../../test/dom.ts';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, screen, show } from '../../../test/show.tsx';
import { MoveProject } from './move-project.tsx';

const CHOICES = 20;
const primary = { name: 'primary', accepts_new: true, weight: 1, state: 'ok', projects: 26, bytes: 1, connections: 1 };
const databases = [primary, { ...primary, name: 'west' }, { ...primary, name: 'north' }];
const projects = [
  ...Array.from({ length: 25 }, (_, at) => ({ id: `shop-${at}`, name: `A ${at}`, database: 'primary' })),
  { id: 'shop', name: 'Shop', database: 'west' },
];

const target = () => screen.getByLabelText<HTMLSelectElement>('To the database');
const offered = () => [...target().options].map(({ value }) => value);

test('the project’s database is found among many similar ids, and another project has no target yet', async () => {
  answerCalls(({ path, query }) => {
    if (path === '/api/cloud/instance/databases') return { data: databases, count: databases.length };
    const asked = new URLSearchParams(query);
    const id = asked.get('id');
    const found = projects.filter((one) => (id === null ? one.id.includes(asked.get('search') ?? '') : one.id === id));
    return { data: found.slice(0, CHOICES), count: found.length };
  });
  const { user } = await show(<MoveProject project="shop" onStarted={() => undefined} onClose={() => undefined} />);
  expect(await screen.findByText('The project is in west.')).toBeDefined();
  await waitFor(() => expect(offered()).toEqual(['', 'primary', 'north']));
  await user.selectOptions(target(), 'north');
  await user.type(screen.getByRole('combobox', { name: 'Project' }), 'shop-7');
  await user.click(await screen.findByRole('option', { name: /A 7/ }));
  expect(await screen.findByText('The project is in primary.')).toBeDefined();
  expect(target().value).toBe('');
  expect(offered()).toEqual(['', 'west', 'north']);
});
