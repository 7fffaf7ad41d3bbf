import { isServiceError } from './service-error.ts';

const TRIES = 3;
const FIRST_WAIT_MS = 500;

/** For requests that may safely be made twice: tries again when the service was out of reach or busy. */
export async function repeat<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isServiceError(error) || !error.retryable || error.code === 'timeout' || tried >= TRIES) throw error;
      const wait = (error.retryAfter ?? 0) * 1000 || FIRST_WAIT_MS * 2 ** tried;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
