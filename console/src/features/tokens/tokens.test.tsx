import '../../../test/dom.ts';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, findBarriers, screen, show } from '../../../test/show.tsx';
import { TokensPage } from './tokens-page.tsx';

const bounded = {
  id: 't1',
  prefix: 'ct_Ab3dEf',
  name: 'build',
  created_at: '2026-03-14T09:26:53.000Z',
  last_used_at: null,
  expires_at: null,
  projects: ['shop', 'blog'],
  role: 'viewer',
};
const free = { ...bounded, id: 't2', prefix: null, name: 'laptop', projects: null, role: null };

test('a token is created for some projects and a role, and the list shows what each token may do', async () => {
  const projects = ['shop', 'blog', 'forum'].map((id) => ({ id, name: `The ${id}` }));
  const calls = answerCalls(({ method, path }) => {
    if (path.endsWith('/projects')) return { data: projects, count: 3 };
    return method === 'POST' ? { data: { ...bounded, token: 'pat_1' } } : { data: [bounded, free], count: 2 };
  });
  const { user } = await show(<TokensPage />);
  const [, first, second] = within(await screen.findByRole('table', { name: 'Personal tokens' })).getAllByRole('row');
  expect(first?.textContent).toMatch(/shop, blog.*viewer.*ct_Ab3dEf…/);
  expect(second?.textContent).toMatch(/all of yours.*your own/);
  await user.click(screen.getByRole('button', { name: 'New token' }));
  await user.type(screen.getByLabelText('Name'), 'build');
  const choices = within(screen.getByRole('group', { name: 'Projects' }));
  await user.click(await choices.findByLabelText('The shop (shop)'));
  await user.click(choices.getByLabelText('The blog (blog)'));
  await user.selectOptions(screen.getByLabelText('Role'), 'viewer');
  expect(await findBarriers()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  await waitFor(() => expect(screen.getByLabelText('Token')).toHaveProperty('value', 'pat_1'));
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    name: 'build',
    expires_at: null,
    projects: ['shop', 'blog'],
    role: 'viewer',
  });
});
