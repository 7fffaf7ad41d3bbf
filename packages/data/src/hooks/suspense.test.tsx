import { isServiceError } from '@service/client';
import { failure } from '@service/client/testing';
import { act, cleanup, configure, fireEvent, render, waitFor } from '@testing-library/react';
import { Component, type ReactNode, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startApp, type TestApp } from '../../../test/app.ts';
import '../../../test/dom.ts';
import { useMutation, useQuery, useSuspenseQuery } from '../index.ts';

configure({ reactStrictMode: true });

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  const rules = { read: 'public', create: 'public' };
  await app.createTable({ name: 'todos', columns: [{ name: 'title', type: 'text' }], rules });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  app.forget();
  await app.deleteRows('todos', 'all=true');
  await app.insertRows('todos', [{ title: 'a' }, { title: 'b' }]);
  // React logs what a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

class Boundary extends Component<{ readonly children: ReactNode }, { readonly error?: unknown }> {
  override state: { readonly error?: unknown } = {};
  static getDerivedStateFromError(error: unknown) {
    return { error };
  }
  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const text = isServiceError(error) ? `failed: ${error.code}` : String(error);
    return (
      <button type="button" onClick={() => this.setState({ error: undefined })}>
        {text}
      </button>
    );
  }
}

function Todos({ filter = {} }: { filter?: object }) {
  const { data } = useSuspenseQuery('todos', { order: 'title', filter });
  const { insert } = useMutation('todos');
  return (
    <button type="button" onClick={() => void insert({ title: 'c' })}>
      {data.map((row) => row['title']).join()}
    </button>
  );
}

function Titles() {
  const { data, loading } = useQuery('todos', { order: 'title', throwOnError: true });
  return loading ? 'waiting' : data?.map((row) => row['title']).join();
}

function Known() {
  const { data } = useSuspenseQuery('todos', { initialData: [{ title: 'known' }] });
  return <p>{data.map((row) => row['title'])}</p>;
}

const page = (children: ReactNode) => (
  <Boundary>
    <Suspense fallback="waiting">{children}</Suspense>
  </Boundary>
);

describe('useSuspenseQuery', () => {
  test('waits for the rows, reads them once for several components, and follows changes', async () => {
    const { container, getAllByRole } = render(page([<Todos key="1" />, <Todos key="2" />]));
    expect(container.textContent).toBe('waiting');
    await waitFor(() => expect(container.textContent).toBe('a,ba,b'));
    expect(app.requests).toEqual(['GET /data/todos?order=title']);
    const [button] = getAllByRole('button');
    if (button) fireEvent.click(button);
    await waitFor(() => expect(container.textContent).toBe('a,b,ca,b,c'));
  });

  test('passes a failed first read to the error boundary, which can retry', async () => {
    app.intercept = async () => failure(403, 'forbidden', 'No.');
    const { container, getByRole } = render(page(<Todos />));
    await waitFor(() => expect(container.textContent).toBe('failed: forbidden'));
    expect(app.requests).toHaveLength(1);
    app.intercept = undefined;
    await new Promise((resolve) => setTimeout(resolve, 300));
    await act(async () => fireEvent.click(getByRole('button')));
    await waitFor(() => expect(container.textContent).toBe('a,b'));
  });

  test('keeps its rows when a later read fails', async () => {
    const { container, getByRole } = render(page(<Todos />));
    await waitFor(() => expect(container.textContent).toBe('a,b'));
    app.intercept = async (_path, { method = 'GET' }) =>
      method === 'GET' ? failure(403, 'forbidden', 'Not any more.') : undefined;
    fireEvent.click(getByRole('button'));
    await waitFor(() => expect(app.requests).toHaveLength(3));
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(container.textContent).toBe('a,b');
  });

  test('refuses a condition on undefined without a request', async () => {
    const { container } = render(page(<Todos filter={{ title: undefined }} />));
    await waitFor(() => expect(container.textContent).toBe('failed: validation_failed'));
    expect(app.requests).toEqual([]);
  });
});

test('throwOnError passes a failed first read to the error boundary, which can retry', async () => {
  app.intercept = async () => failure(403, 'forbidden', 'No.');
  const { container, getByRole } = render(page(<Titles />));
  await waitFor(() => expect(container.textContent).toBe('failed: forbidden'));
  app.intercept = undefined;
  await act(async () => fireEvent.click(getByRole('button')));
  await waitFor(() => expect(container.textContent).toBe('a,b'));
});

test('rows that a server has read are in its HTML', () => {
  expect(renderToString(<Known />)).toBe('<p>known</p>');
});
