'use client';
import type { Passkey, PasskeyList } from '@service/client/internal-sign-in';
import { useEffect, useState } from '@service/client/react';
import { core, withSignIn } from './actions.ts';
import { useAuth } from './use-auth.ts';

export interface Passkeys extends PasskeyList {
  readonly rename: (id: string, name: string) => Promise<Passkey>;
  /** Rejects with `conflict` for the last way to sign in, and with `reauthentication_required` ten minutes after the sign-in. */
  readonly remove: (id: string) => Promise<void>;
}

const rename: Passkeys['rename'] = (id, name) => withSignIn((part) => part.renamePasskey(core, id, name));
const remove: Passkeys['remove'] = (id) => withSignIn((part) => part.removePasskey(core, id));

/**
 * The passkeys of the signed-in user, none without one. Follows every change in this page.
 * @example
 * ```tsx
 * import { addPasskey, usePasskeys } from '@service/auth';
 * export function PasskeyList() {
 *   const { data, remove } = usePasskeys();
 *   if (!data?.length) return <button onClick={() => void addPasskey({ name: 'This device' })}>Add a passkey</button>;
 *   return <>{data.map(({ id, name }) => <button key={id} onClick={() => void remove(id)}>Remove {name}</button>)}</>;
 * }
 * ```
 */
export function usePasskeys(): Passkeys {
  const { user, loading } = useAuth();
  const [list, setList] = useState<PasskeyList>();
  const id = user?.id;
  useEffect(() => {
    const watch = new AbortController();
    setList(undefined);
    if (id) {
      withSignIn((part) => part.watchPasskeys(core, setList, watch.signal)).catch((error) =>
        setList({ loading: false, error }),
      );
    }
    return () => watch.abort();
  }, [id]);
  return { loading: loading || !!id, ...list, rename, remove };
}
