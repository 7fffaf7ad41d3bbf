import { isServiceError } from './service-error.ts';

const TRIES = 3;

/** For requests that are safe to repeat: retries when the service was unreachable or busy. */
export async function repeat<T>(attempt: () => Promise<T>, tried = 1): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!isServiceError(error) || !error.retryable || error.code === 'timeout' || tried >= TRIES) throw error;
    const waitS = error.retryAfter || 2 ** (tried - 1);
    await new Promise((resolve) => setTimeout(resolve, waitS * 1000));
    return await repeat(attempt, tried + 1);
  }
}
