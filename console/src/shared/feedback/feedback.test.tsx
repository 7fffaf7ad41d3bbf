import '../../../test/dom.ts';
import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { findBarriers, screen, show } from '../../../test/show.tsx';
import { ApiFailure, connectionFailure } from '../api/api-failure.ts';
import { FailureAlert } from './failure-alert.tsx';
import { notify, notifyFailure } from './notices.ts';
import { QueryPart } from './query-part.tsx';
import { Waiting } from './waiting.tsx';

afterEach(() => vi.useRealTimers());

function TwoParts() {
  const [isWaiting, setIsWaiting] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsWaiting(!isWaiting)}>
        Turn
      </button>
      {isWaiting && <Waiting lines={2} />}
      {isWaiting && <Waiting lines={2} />}
    </>
  );
}

test('pending content has its space at once, a skeleton soon, and a message after five seconds', async () => {
  await show(<TwoParts />);
  vi.useFakeTimers();
  const turn = () => fireEvent.click(screen.getByRole('button', { name: 'Turn' }));
  turn();
  const skeletons = (): number => document.querySelectorAll('[class*=Skeleton]').length;
  expect([document.querySelectorAll('[aria-busy=true]').length, skeletons()]).toEqual([2, 0]);
  act(() => vi.advanceTimersByTime(150));
  expect(skeletons()).toBeGreaterThan(0);
  act(() => vi.advanceTimersByTime(4849));
  expect(screen.queryByText('Still working')).toBeNull();
  act(() => vi.advanceTimersByTime(1));
  // Only once, even if several parts wait.
  expect(screen.getByText('Still working')).toBeDefined();
  turn();
  expect(screen.queryByText('Still working')).toBeNull();
});

function Part({ ask }: { readonly ask: () => Promise<string> }) {
  const query = useQuery({ queryKey: ['part'], queryFn: ask });
  return (
    <>
      <button type="button" onClick={() => void query.refetch()}>
        Ask anew
      </button>
      <QueryPart query={query}>{(text) => <p>{text}</p>}</QueryPart>
    </>
  );
}

test('a part of a page that fails says so in its place, can be retried, and keeps its earlier data', async () => {
  const answers = [
    () => Promise.reject(connectionFailure()),
    () => Promise.resolve('first'),
    () => Promise.reject(new ApiFailure(500, { error: 'It broke.', request_id: 'req_1' })),
  ];
  const { user } = await show(<Part ask={() => (answers.shift() ?? never)()} />);
  expect(await screen.findByText('The service does not answer. Check the connection.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('first');
  await user.click(screen.getByRole('button', { name: 'Ask anew' }));
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText('It broke.')).toBeDefined();
  expect(screen.getByText('first')).toBeDefined();
  expect(await findBarriers()).toEqual([]);
  await user.click(within(alert).getByRole('button', { name: 'Copy request id' }));
  expect(await navigator.clipboard.readText()).toBe('req_1');
});

function never(): never {
  throw new Error('It is asked no more often than this.');
}

test('an error message names the invalid fields that no form shows', async () => {
  const details = { fields: { 'columns.0.name': 'is taken' } };
  await show(<FailureAlert error={new ApiFailure(400, { error: 'Some fields are wrong.', details })} />);
  expect(screen.getByRole('listitem').textContent).toBe('columns.0.name is taken.');
});

test('notices of completed actions stay for ten seconds, at most three at once, and can be undone once', async () => {
  const undo = vi.fn();
  const { user } = await show(null);
  act(() => {
    for (const name of ['One', 'Two', 'Three']) notify(`${name} deleted.`);
    notify('Four deleted.', undo);
  });
  const status = screen.getByRole('status');
  expect(within(status).queryByText('One deleted.')).toBeNull();
  expect(within(status).getByText('Two deleted.')).toBeDefined();
  expect(await findBarriers()).toEqual([]);
  await user.click(within(status).getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledOnce();
  expect(within(status).queryByText('Four deleted.')).toBeNull();
  vi.useFakeTimers();
  act(() => notify('Five deleted.'));
  act(() => vi.advanceTimersByTime(9999));
  expect(within(status).getByText('Five deleted.')).toBeDefined();
  act(() => vi.advanceTimersByTime(1));
  expect(within(status).queryByText('Five deleted.')).toBeNull();
});

test('an error without a place of its own stays until the person dismisses it', async () => {
  const { user } = await show(null);
  act(() => notifyFailure(new ApiFailure(503, { error: 'Too busy.' })));
  expect(within(screen.getByRole('alert')).getByText('Too busy.')).toBeDefined();
  expect(await findBarriers()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
