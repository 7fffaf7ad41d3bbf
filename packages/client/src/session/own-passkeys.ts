import type { ServiceError } from '../core/service-error.ts';
import type { sendJson } from './send.ts';
import type { SignInCore } from './sign-in.ts';
import {
  type CreationJson,
  createCredential,
  replaceWaiting,
  requireSupport,
  type StartedCeremony,
} from './webauthn.ts';

export interface PasskeyCore extends SignInCore {
  readonly sendJson: typeof sendJson;
}

export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  /** Whether its provider keeps a copy, so that it survives the loss of the device. */
  readonly backed_up: boolean;
}

export interface PasskeyList {
  readonly data?: readonly Passkey[] | undefined;
  readonly loading: boolean;
  readonly error?: ServiceError | undefined;
}

const PATH = '/auth/passkeys';

const reloads = new Set<() => void>();

export async function addPasskey(core: PasskeyCore, { name }: { readonly name?: string } = {}): Promise<Passkey> {
  await requireSupport(core, false);
  const started = await core.sendJson<StartedCeremony<CreationJson>>('POST', `${PATH}/options`, {});
  const { options, challenge_token } = started.data;
  replaceWaiting(undefined);
  const credential = await createCredential(core, options);
  return await change(core.sendJson('POST', PATH, { name, challenge_token, credential }));
}

export async function renamePasskey(core: PasskeyCore, id: string, name: string): Promise<Passkey> {
  return await change(core.sendJson('PATCH', pathOf(id), { name }));
}

export async function removePasskey(core: PasskeyCore, id: string): Promise<void> {
  await change(core.sendJson('DELETE', pathOf(id), undefined));
}

export function watchPasskeys(core: PasskeyCore, listener: (list: PasskeyList) => void, signal: AbortSignal): void {
  let newest = 0;
  const reload = async (): Promise<void> => {
    newest += 1;
    const own = newest;
    const tell = (list: Omit<PasskeyList, 'loading'>): void => {
      if (own === newest && !signal.aborted) listener({ loading: false, ...list });
    };
    await core.sendJson<{ data: readonly Passkey[] }>('GET', PATH, undefined).then(
      ({ data }) => tell({ data }),
      (error) => tell({ error }),
    );
  };
  if (signal.aborted) return;
  const reloadLater = (): void => void reload();
  reloads.add(reloadLater);
  signal.addEventListener('abort', () => reloads.delete(reloadLater));
  reloadLater();
}

async function change(written: Promise<{ readonly data: Passkey }>): Promise<Passkey> {
  const { data } = await written;
  for (const reload of reloads) reload();
  return data;
}

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`;
}
