import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiFailure } from '../api/api-failure.ts';
import { QueryPart } from '../feedback/query-part.tsx';
import { NotFound } from './not-found.tsx';
import { Page } from './page.tsx';

interface ThingProps<T> {
  readonly query: UseQueryResult<T>;
  /** The heading while the thing is on its way. */
  readonly title: string;
  readonly children: (thing: T) => ReactNode;
}

/** The page of one thing: what is missing or foreign is *Not found*, everything else waits and fails in place. */
export function Thing<T>({ query, title, children }: ThingProps<T>) {
  if (query.data !== undefined) return children(query.data);
  const { error } = query;
  if (error instanceof ApiFailure && error.status === 404) return <NotFound />;
  return (
    <Page title={title}>
      <QueryPart query={query}>{() => null}</QueryPart>
    </Page>
  );
}
