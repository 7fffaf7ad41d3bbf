import { isServiceError } from './service-error.ts';

/** Before the third and last try. */
const WAIT_S_MAX = 2;

/** For requests that are safe to repeat: retries when the service was unreachable or busy. */
export async function repeat<T>(attempt: () => Promise<T>, waitS = 1): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!isServiceError(error) || !error.retryable || error.code === 'timeout' || waitS > WAIT_S_MAX) throw error;
    await new Promise((resolve) => setTimeout(resolve, (error.retryAfter || waitS) * 1000));
    return await repeat(attempt, 2 * waitS);
  }
}
