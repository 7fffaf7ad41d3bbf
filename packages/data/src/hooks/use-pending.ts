'use client';
import { isServiceError, type ServiceError } from '@service/client/internal';
import { useCallback, useState } from '@service/client/react';

export interface Pending {
  readonly isPending: boolean;
  readonly error: ServiceError | undefined;
  reset(): void;
  run<T>(work: () => Promise<T>): Promise<T>;
}

const IDLE: { pending: number; error?: ServiceError } = { pending: 0 };

export function usePending(): Pending {
  const [{ pending, error }, setState] = useState(IDLE);
  const run = useCallback(async <T>(work: () => Promise<T>): Promise<T> => {
    setState((before) => ({ pending: before.pending + 1 }));
    let failure: ServiceError | undefined;
    try {
      return await work();
    } catch (caught) {
      if (isServiceError(caught)) failure = caught;
      throw caught;
    } finally {
      setState((before) => {
        const shown = failure ?? before.error;
        return { pending: before.pending - 1, ...(shown && { error: shown }) };
      });
    }
  }, []);
  const reset = useCallback(() => setState(({ pending: still }) => ({ pending: still })), []);
  return { isPending: pending > 0, error, reset, run };
}
