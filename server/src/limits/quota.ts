import { ServiceError } from '../platform/errors.ts';

/** `resetSeconds`: until the oldest hit leaves the window, or until there is room for what was refused. */
export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly isGranted: boolean;
}

export function rateLimited({ limit, remaining, resetSeconds }: Quota): ServiceError {
  return new ServiceError('rate_limited', 'Too many requests. Wait before trying again.', {
    retryAfterSeconds: resetSeconds,
    limit,
    remaining,
  });
}
