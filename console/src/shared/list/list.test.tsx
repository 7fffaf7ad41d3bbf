import '../../../test/dom.ts';
import { act, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { findBarriers, focusedName, screen, show } from '../../../test/show.tsx';
import { ApiFailure } from '../api/api-failure.ts';
import { shortcuts } from '../keyboard/shortcuts.ts';
import { List, type ListProps } from './list-page.tsx';
import type { ListSearch } from './list-search.ts';
import { WholeTable } from './whole-table.tsx';

interface Thing {
  readonly name: string;
}

type Ask = (search: ListSearch) => Promise<{ data: readonly Thing[]; count: number }>;

function listOf(ask: Ask, more: Partial<ListProps<Thing>> = {}) {
  return (
    <List<Thing>
      name="Things"
      query={(search) => ({ queryKey: ['things', search], queryFn: () => ask(search) })}
      keyOf={({ name }) => name}
      columns={[{ title: 'Name', cell: ({ name }) => name }]}
      hasSearch
      filters={[{ label: 'State', name: 'state', options: [{ value: 'failed' }] }]}
      {...more}
    />
  );
}

const one: Ask = () => Promise.resolve({ data: [{ name: 'tea' }], count: 1 });
const press = (key: string) => act(() => shortcuts.handle(new KeyboardEvent('keydown', { key })));

test('the address holds search, filters and page, and another filter starts at the first page', async () => {
  const asked: unknown[] = [];
  const ask: Ask = ({ text, page, offset, filters }) => {
    asked.push({ text, page, offset, filters });
    return Promise.resolve({ data: [{ name: `thing ${offset}` }], count: 5000 });
  };
  const { user, router } = await show(listOf(ask), { address: '/p/shop/things?page=3' });
  const pages = await screen.findByRole('navigation', { name: 'Pages' });
  expect(pages.textContent).toContain('201–201 of 5,000');
  await user.click(within(pages).getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(router.state.location.searchStr).toBe('?page=4'));
  await user.selectOptions(screen.getByLabelText('State'), 'failed');
  await waitFor(() => expect(router.state.location.searchStr).toBe('?state=failed'));
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'tea{Enter}');
  await waitFor(() => expect(asked.at(-1)).toEqual({ text: 'tea', page: 1, offset: 0, filters: { state: 'failed' } }));
  expect(screen.getByRole('table', { name: 'Things' })).toBeDefined();
  expect(await findBarriers()).toEqual([]);
});

test('an empty list says what to do next; a filtered one says that nothing matches', async () => {
  const none: Ask = () => Promise.resolve({ data: [], count: 0 });
  await show(listOf(none, { next: <p>Make one.</p> }));
  expect(await screen.findByText('No things yet.')).toBeDefined();
  expect(screen.getByText('Make one.')).toBeDefined();
  await show(listOf(none, { next: <p>Make one.</p> }), { address: '/p/shop/things?q=tea' });
  expect(await screen.findByText('No things match. Change the search or the filters.')).toBeDefined();
  expect(screen.queryByText('Make one.')).toBeNull();
  expect(await findBarriers()).toEqual([]);
});

test('a list that fails keeps its search, says why, and can be retried, also with the key R', async () => {
  const ask = vi.fn<Ask>(() => Promise.reject(new ApiFailure(500, { error: 'It broke.' })));
  const { user } = await show(listOf(ask));
  expect(await screen.findByText('It broke.')).toBeDefined();
  expect(screen.getByRole('searchbox', { name: 'Search' })).toBeDefined();
  ask.mockImplementation(one);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('cell', { name: 'tea' })).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  press('r');
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(3));
  press('/');
  expect(focusedName()).toBe('Search');
});

const BY_NAME = [{ title: 'Name', order: 'name', cell: ({ name }: Thing) => name }];
const BY_LENGTH = [
  ...BY_NAME,
  { title: 'Length', value: ({ name }: Thing) => name.length, cell: ({ name }: Thing) => name.length },
];
const names = () =>
  screen.getAllByRole('row').flatMap((row) => within(row).queryAllByRole('cell')[0]?.textContent ?? []);

test('a header orders the list by the API, from its first page on, and the address holds the order', async () => {
  const ordered: unknown[] = [];
  const ask: Ask = ({ order, page }) => {
    ordered.push([order, page]);
    return Promise.resolve({ data: [{ name: 'tea' }], count: 5000 });
  };
  const { user, router } = await show(listOf(ask, { columns: BY_LENGTH }), { address: '/p/shop/things?page=3' });
  const header = await screen.findByRole('columnheader', { name: 'Name' });
  expect(header.getAttribute('aria-sort')).toBe('none');
  await user.click(within(header).getByRole('button'));
  await waitFor(() => expect(router.state.location.searchStr).toBe('?order=name:asc'));
  await waitFor(() => expect(header.getAttribute('aria-sort')).toBe('ascending'));
  await user.click(within(header).getByRole('button'));
  await waitFor(() => expect(header.getAttribute('aria-sort')).toBe('descending'));
  await user.click(within(header).getByRole('button'));
  await waitFor(() => expect(router.state.location.searchStr).toBe(''));
  expect(ordered).toEqual([
    [undefined, 3],
    ['name:asc', 1],
    ['name:desc', 1],
    [undefined, 1],
  ]);
  // The browser cannot order what it does not hold.
  expect(within(screen.getByRole('columnheader', { name: 'Length' })).queryByRole('button')).toBeNull();
  expect(await findBarriers()).toEqual([]);
});

test('the browser orders a list that it holds whole, without asking again', async () => {
  const ask = vi.fn<Ask>(() =>
    Promise.resolve({ data: [{ name: 'cocoa' }, { name: 'tea' }, { name: 'coffee' }], count: 3 }),
  );
  const { user, router } = await show(listOf(ask, { columns: BY_LENGTH }));
  const header = await screen.findByRole('columnheader', { name: 'Length' });
  await user.click(within(header).getByRole('button'));
  await waitFor(() => expect(names()).toEqual(['tea', 'cocoa', 'coffee']));
  expect(router.state.location.searchStr).toBe('?order=length:asc');
  await user.click(within(header).getByRole('button'));
  await waitFor(() => expect(names()).toEqual(['coffee', 'cocoa', 'tea']));
  expect(ask).toHaveBeenCalledTimes(1);
});

test('two tables of one page are sorted apart, each by its parameter of the address', async () => {
  const table = (name: string, parameter: string) => (
    <WholeTable
      name={name}
      parameter={parameter}
      items={[{ name: 'tea' }, { name: 'coffee' }]}
      keyOf={(thing: Thing) => thing.name}
      columns={[{ title: 'Name', value: (thing) => thing.name, cell: (thing) => thing.name }]}
    />
  );
  const { user, router } = await show(
    <>
      {table('Drinks', 'drinks')}
      {table('Others', 'others')}
    </>,
  );
  const first = (name: string) => within(screen.getByRole('table', { name })).getAllByRole('cell')[0]?.textContent;
  await user.click(within(screen.getByRole('table', { name: 'Drinks' })).getByRole('button', { name: 'Name' }));
  await waitFor(() => expect(first('Drinks')).toBe('coffee'));
  expect(first('Others')).toBe('tea');
  expect(router.state.location.searchStr).toBe('?drinks=name:asc');
});
