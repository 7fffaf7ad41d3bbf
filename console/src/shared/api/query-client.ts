import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './api-failure.ts';

const FRESH_MS = 30_000;
const READ_RETRIES = 2;
/** Statuses worth a retry: no answer, rate limited, or the service starting or stopping. */
const PASSING = new Set([0, 429, 502, 503, 504]);

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < READ_RETRIES && error instanceof ApiFailure && PASSING.has(error.status),
      },
      // A write may have been applied, so it is never sent twice.
      mutations: { retry: false },
    },
  });
}
