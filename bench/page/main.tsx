import { useQuery } from '@service/data';
import { QueryClient, QueryClientProvider, useQuery as useBareQuery } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';

const ROWS = 1000;
/** Rounds until the engine has compiled the code of both sides. */
const WARM_UP_ROUNDS = 10;

interface Item {
  readonly id: string;
  readonly title: string;
  readonly status: string;
}

const ANSWER = JSON.stringify({
  data: Array.from({ length: ROWS }, (_, number) => ({
    id: `item-${number}`,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    owner_id: null,
    title: `Item ${number}`,
    status: number % 3 === 0 ? 'active' : 'archived',
    rank: number,
  })),
});

let requests = 0;
globalThis.fetch = async () => {
  requests += 1;
  return new Response(ANSWER, { headers: { 'content-type': 'application/json' } });
};

interface Round {
  /** Part of the query's key, so that no round reads the cache of an earlier one. */
  readonly round: number;
  onShown(): void;
}

function ServiceList({ round, onShown }: Round) {
  const { data } = useQuery('items', { filter: { round }, limit: ROWS });
  return <List items={data as readonly Item[] | undefined} onShown={onShown} />;
}

async function readBare(): Promise<readonly Item[]> {
  const answer = await fetch('/items');
  const { data } = (await answer.json()) as { data: readonly Item[] };
  return data;
}

function BareList({ round, onShown }: Round) {
  const { data } = useBareQuery({ queryKey: ['items', round], queryFn: readBare });
  return <List items={data} onShown={onShown} />;
}

function List({ items, onShown }: { items: readonly Item[] | undefined; onShown: () => void }) {
  useLayoutEffect(() => {
    if (items !== undefined) onShown();
  }, [items, onShown]);
  return (
    <ul>
      {items?.map(({ id, title, status }) => (
        <li key={id}>
          {title} <em>{status}</em>
        </li>
      ))}
    </ul>
  );
}

/** Milliseconds from the first rendering to the rows in the document. */
async function timeToRows(content: (onShown: () => void) => ReactNode): Promise<number> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const startedAt = performance.now();
  await new Promise<void>((resolve) => root.render(content(resolve)));
  const ms = performance.now() - startedAt;
  const shown = place.querySelectorAll('li').length;
  root.unmount();
  place.remove();
  if (shown !== ROWS) throw new Error(`${shown} rows were shown instead of ${ROWS}`);
  return ms;
}

/** Alternates both sides. */
async function measureRender(rounds: number): Promise<{ serviceMs: number[]; bareMs: number[] }> {
  const client = new QueryClient();
  const serviceMs: number[] = [];
  const bareMs: number[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + rounds; round++) {
    serviceMs.push(await timeToRows((onShown) => <ServiceList round={round} onShown={onShown} />));
    bareMs.push(
      await timeToRows((onShown) => (
        <QueryClientProvider client={client}>
          <BareList round={round} onShown={onShown} />
        </QueryClientProvider>
      )),
    );
  }
  return { serviceMs: serviceMs.slice(WARM_UP_ROUNDS), bareMs: bareMs.slice(WARM_UP_ROUNDS) };
}

function Count({ onShown }: { onShown: () => void }) {
  const { data } = useQuery('items', { limit: ROWS });
  useLayoutEffect(() => {
    if (data !== undefined) onShown();
  }, [data, onShown]);
  return <p>{data?.length}</p>;
}

/** Requests until this many components, mounted together, all show the rows of one query. */
async function countRequests(components: number): Promise<number> {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const before = requests;
  let waiting = components;
  await new Promise<void>((resolve) => {
    const onShown = (): void => {
      waiting -= 1;
      if (waiting === 0) resolve();
    };
    root.render(Array.from({ length: components }, (_, number) => <Count key={number} onShown={onShown} />));
  });
  root.unmount();
  return requests - before;
}

/** Functions that the benchmark calls from outside of the page. */
Object.assign(globalThis, { measureRender, countRequests });
