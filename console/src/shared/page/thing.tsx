import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiFailure } from '../api/api-failure.ts';
import { QueryPart } from '../feedback/query-part.tsx';
import { NotFound } from './not-found.tsx';
import { Page } from './page.tsx';

interface ThingProps<T> {
  readonly query: UseQueryResult<T>;
  readonly title: string;
  readonly children: (thing: T) => ReactNode;
}

/** The page of one thing: shows *Not found* for a 404, and loading and other failures in place. */
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
