import { addPasskey, signInWithPasskey, useAuthConfig, usePasskeys } from '@service/auth';
import { isServiceError } from '@service/client';
import { useEffect, useState } from 'react';

/** The passkeys of the signed-in user, where the project uses them. */
export function PasskeySection() {
  const { data: config } = useAuthConfig();
  return config?.passkeys.enabled ? <PasskeyList /> : null;
}

function PasskeyList() {
  const { data, loading, error, rename, remove } = usePasskeys();
  const [message, setMessage] = useState<string>();

  async function attempt(work: () => Promise<unknown>) {
    setMessage(undefined);
    try {
      await work();
    } catch (error) {
      setMessage(textOf(error));
    }
  }

  return (
    <section aria-labelledby="passkeys-title">
      <h2 id="passkeys-title">Passkeys</h2>
      {loading && <p className="quiet">Loading …</p>}
      {data?.length === 0 && <p className="quiet">Sign in with your fingerprint or face instead of the password.</p>}
      {error && <p role="alert">{error.message}</p>}
      <ul>
        {data?.map(({ id, name, last_used_at }) => (
          <li key={id} className="row">
            <span>
              {name} <span className="quiet">{last_used_at === null ? 'never used' : 'used'}</span>
            </span>
            <button
              type="button"
              className="link"
              onClick={() => {
                const next = prompt('Name of the passkey', name);
                if (next) void attempt(() => rename(id, next));
              }}
            >
              Rename {name}
            </button>
            <button type="button" className="link" onClick={() => void attempt(() => remove(id))}>
              Remove {name}
            </button>
          </li>
        ))}
      </ul>
      {message && <p role="alert">{message}</p>}
      <button type="button" className="plain" onClick={() => void attempt(() => addPasskey({ name: 'This device' }))}>
        Add a passkey
      </button>
    </section>
  );
}

/** A button, and suggestions in the address field while the form is shown. */
export function PasskeySignIn({ onDone, onFailure }: { onDone: () => void; onFailure: (text: string) => void }) {
  useEffect(() => {
    const shown = new AbortController();
    signInWithPasskey({ autofill: true, signal: shown.signal }).then(onDone, (error) => {
      const isQuiet = ['aborted', 'passkeys_unsupported', 'passkey_cancelled'].some((code) =>
        isServiceError(error, code),
      );
      if (!isQuiet) onFailure(textOf(error));
    });
    return () => shown.abort();
  }, [onDone, onFailure]);
  return (
    <button
      type="button"
      className="plain"
      onClick={() => void signInWithPasskey().then(onDone, (error) => onFailure(textOf(error)))}
    >
      Sign in with a passkey
    </button>
  );
}

function textOf(error: unknown): string {
  return isServiceError(error) ? error.message : String(error);
}
