import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { hasPasskeys, signInWithPasskey } from '../../shared/session/passkeys.ts';

export function PasskeySignIn({ onDone }: { readonly onDone: () => Promise<void> }) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const attempt = async (suggestUntil?: AbortSignal): Promise<void> => {
    setFailure(undefined);
    try {
      if (await signInWithPasskey(suggestUntil)) await onDone();
    } catch (error) {
      // The user did not ask for suggestions, so only a refusal of the chosen passkey is worth a message.
      const isExpected = suggestUntil === undefined || (error instanceof ApiFailure && error.status !== 0);
      if (isExpected && suggestUntil?.aborted !== true) setFailure(error);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: suggestions start once, when the page opens.
  useEffect(() => {
    if (!hasPasskeys()) return;
    const shown = new AbortController();
    void attempt(shown.signal);
    return () => shown.abort();
  }, []);
  if (!hasPasskeys()) return null;
  return (
    <>
      {failure !== undefined && <FailureAlert error={failure} />}
      <Button
        variant="default"
        fullWidth
        loading={isBusy}
        onClick={() => {
          setIsBusy(true);
          void attempt().finally(() => setIsBusy(false));
        }}
      >
        Sign in with a passkey
      </Button>
    </>
  );
}
