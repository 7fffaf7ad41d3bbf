import { ServiceError } from '../platform/errors.ts';

/** Rest of a rate limit. `resetSeconds`: until the oldest of what is counted is free again, or enough for what was refused. */
export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  /** False: the limit is reached and nothing was counted. */
  readonly isGranted: boolean;
}

export function rateLimited({ limit, resetSeconds }: Quota): ServiceError {
  return new ServiceError('rate_limited', 'Too many requests. Wait before trying again.', {
    retryAfterSeconds: resetSeconds,
    limit,
  });
}
