import '../../../test/dom.ts';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, findBarriers, screen, show } from '../../../test/show.tsx';
import { QueryPage } from './query-page.tsx';

test('lists that cannot be read are a failure, not a sign that none is slow', async () => {
  answerCalls(({ path }) => (path.endsWith('/tables') ? { data: [{ name: 'notes' }], count: 1 } : undefined));
  await show(<QueryPage />);
  const slow = await screen.findByRole('region', { name: 'Slow lists' });
  expect(await within(slow).findByRole('alert')).toBeDefined();
  expect(screen.queryByText(/^No list took/)).toBeNull();
  expect(await findBarriers()).toEqual([]);
});

test('tables that cannot be read are a failure, not an empty project', async () => {
  answerCalls(({ path }) => (path.endsWith('/slow-lists') ? { data: [], count: 0 } : undefined));
  await show(<QueryPage />);
  expect(await screen.findByText(/^No list took/)).toBeDefined();
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(screen.queryByText('No tables yet.')).toBeNull();
});
