import './dom.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import type { ReactNode } from 'react';
import { FrameStatus } from '../src/app/frame/frame-status.tsx';
import { parseSearch, searchText } from '../src/shared/address/search-text.ts';
import { dismissNotice, noticeStore } from '../src/shared/feedback/notices.ts';
import { ProjectContext } from '../src/shared/project/project-context.tsx';
import type { Role } from '../src/shared/project/roles.ts';

interface ShowOptions {
  readonly role?: Role;
  /** Below `/console`. */
  readonly address?: string;
}

/** Renders a part of the console as its page does, inside a project, with a simulated user. */
export async function show(part: ReactNode, { role = 'owner', address = '/p/shop/here' }: ShowOptions = {}) {
  cleanup();
  sessionStorage.clear();
  for (const { id } of noticeStore.get()) dismissNotice(id);
  return { user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }), ...(await mount(part, role, address)) };
}

/** Renders a part again, with the tab's stored state. */
export async function mount(part: ReactNode, role: Role = 'owner', address = '/p/shop/here') {
  const root = createRootRoute({ component: Outlet });
  const page = createRoute({ getParentRoute: () => root, path: '/p/$project/$', component: () => part });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch: searchText,
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const project = {
    id: 'shop',
    name: 'Shop',
    plan: 'free',
    publicKey: 'pk',
    baseUrl: 'http://shop.localhost',
    appUrl: 'http://shop.localhost',
    allowedOrigins: [],
    role,
  };
  await router.load();
  const shown = render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <ProjectContext value={project}>
          <RouterProvider<typeof router> router={router} />
        </ProjectContext>
        <FrameStatus />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { router, client, ...shown };
}

interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Answers the console's calls with a script; returns the calls in order. */
export function answerCalls(answer: (asked: RecordedRequest) => object | undefined): readonly RecordedRequest[] {
  const calls: RecordedRequest[] = [];
  globalThis.fetch = async (input) => {
    const request = new Request(input);
    const { pathname: path, search: query } = new URL(request.url);
    const text = await request.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const asked = { method: request.method, path, query, headers: request.headers, body };
    calls.push(asked);
    const found = answer(asked);
    if (found === undefined) return Response.json({ error: 'No such thing.', code: 'not_found' }, { status: 404 });
    return Response.json(found);
  };
  return calls;
}

/** Violations that axe finds; browser tests check colours and sizes. */
export async function findBarriers(): Promise<readonly string[]> {
  const { violations } = await axe.run(document.body, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
}

export function focusedName(): string | null {
  const focused = document.activeElement;
  const isField = focused instanceof HTMLInputElement || focused instanceof HTMLSelectElement;
  const label = isField ? focused.labels?.[0]?.textContent : focused?.textContent;
  return focused?.getAttribute('aria-label') ?? label ?? null;
}

export { screen };
