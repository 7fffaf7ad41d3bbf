import '../../../test/dom.ts';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerCalls, screen, show } from '../../../test/show.tsx';
import { SecretsPage } from './secrets-page.tsx';

test('all 200 secrets that a project may have are on one page', async () => {
  const secrets = Array.from({ length: 200 }, (_, at) => ({
    name: `KEY_${at}`,
    updated_at: '2026-03-14T09:26:53.000Z',
  }));
  answerCalls(({ query }) => {
    const limit = Number(new URLSearchParams(query).get('limit') ?? 100);
    return { data: secrets.slice(0, limit), count: secrets.length };
  });
  await show(<SecretsPage />);
  const rows = within(await screen.findByRole('table', { name: 'Secrets' })).getAllByRole('row');
  expect(rows).toHaveLength(1 + 200);
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
});
