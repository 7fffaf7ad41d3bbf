import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailureAlert } from './failure-alert.tsx';
import { Waiting } from './waiting.tsx';

interface QueryPartProps<T> {
  readonly query: Pick<UseQueryResult<T>, 'data' | 'isError' | 'error' | 'refetch'>;
  readonly lines?: number;
  readonly children: (data: T) => ReactNode;
}

export function QueryPart<T>({ query, lines, children }: QueryPartProps<T>) {
  const retry = () => void query.refetch();
  if (query.data === undefined) {
    return query.isError ? <FailureAlert error={query.error} onRetry={retry} /> : <Waiting {...(lines && { lines })} />;
  }
  return (
    <>
      {query.isError && <FailureAlert error={query.error} onRetry={retry} />}
      {children(query.data)}
    </>
  );
}
