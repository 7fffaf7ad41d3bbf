import { UnfitRecord } from '../../../archive/format/index.ts';
import type { Loading } from '../../../archive/sections/index.ts';
import type { Project } from '../../../callers/index.ts';
import { seal } from '../../../platform/crypto.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { requireAppDomains } from '../app-domains.ts';
import { mergeSettings } from '../merge-settings.ts';
import { withConfirmation } from '../notify-email.ts';
import { requirePasskeyHost } from '../passkey-host.ts';
import { requireOrigins } from '../project-policy.ts';
import type { ProjectsContext } from '../projects-context.ts';
import type { StoredSettings } from '../settings.ts';
import type { SettingsPatch } from '../settings-schemas.ts';
import { secretContext } from '../update-settings.ts';
import type { SettingsDocument } from './settings-document.ts';

export interface RestoredSettings {
  readonly settings: StoredSettings;
  readonly allowedOrigins: readonly string[];
  readonly domains: readonly string[];
}

/** Checks settings as a PATCH does. The limits of `before` stay unless `mayRaiseLimits`. Throws `UnfitRecord`. */
export async function restoredSettings(
  context: ProjectsContext,
  loading: Loading,
  {
    document,
    before,
    mayRaiseLimits,
  }: {
    readonly document: SettingsDocument;
    readonly before: StoredSettings;
    readonly mayRaiseLimits: boolean;
  },
): Promise<RestoredSettings> {
  const { settings, project } = document;
  const { store } = loading.project;
  const { limits = {}, app, ...others } = settings;
  const sealFor = (path: string, secret: string): string => seal(context.masterKey, secretContext(store, path), secret);
  try {
    const domains = await freeDomains(context, loading, requireAppDomains(app?.domains ?? [], context.addresses));
    const allowedOrigins = requireOrigins(project.allowed_origins);
    const patch: SettingsPatch = {
      ...others,
      inbox: inboxWithSecret(loading, settings),
      auth: {
        ...settings.auth,
        providers: providersWithSecrets(loading, settings),
        ...passkeysWithHost(context, loading, { settings, site: { allowedOrigins, domains } }),
      },
      limits: mayRaiseLimits ? limits : { ...before.limits },
    };
    return {
      // An archived notification address is unconfirmed here, unless an operator of the installation restores it.
      settings: withConfirmation(before, mergeSettings({}, { ...patch, app: { domains: [...domains] } }, sealFor), {
        operator: { kind: 'admin' },
        isSent: mayRaiseLimits,
      }),
      allowedOrigins,
      domains,
    };
  } catch (error) {
    throw error instanceof ServiceError ? new UnfitRecord(error.message) : error;
  }
}

type Providers = NonNullable<NonNullable<SettingsPatch['auth']>['providers']>;

/** Leaves providers without a secret out, because users could not sign in with them. */
function providersWithSecrets(loading: Loading, { auth }: SettingsDocument['settings']): Providers {
  const providers: [string, Providers[string]][] = [];
  for (const [id, provider] of Object.entries(auth?.providers ?? {})) {
    const secret = loading.secret('provider', id);
    if (secret !== undefined && provider !== null) providers.push([id, { ...provider, client_secret: secret }]);
    else loading.leaveOut({ kind: 'provider', name: id, reason: 'Its secret was left out.' });
  }
  return Object.fromEntries(providers);
}

function inboxWithSecret(loading: Loading, { inbox = {} }: SettingsDocument['settings']) {
  const { captcha, ...rest } = inbox;
  if (captcha == null) return rest;
  const secret = loading.secret('captcha', 'inbox');
  if (secret !== undefined) return { ...rest, captcha: { ...captcha, secret } };
  loading.leaveOut({ kind: 'captcha', name: 'inbox', reason: 'Its secret was left out.' });
  return rest;
}

/** Leaves the host of passkeys out where the project may not use it, such as the host of an app with another id. */
function passkeysWithHost(
  context: ProjectsContext,
  { project: { id }, leaveOut }: Loading,
  {
    settings: { auth },
    site,
  }: {
    readonly settings: SettingsDocument['settings'];
    readonly site: Pick<Project, 'allowedOrigins' | 'domains'>;
  },
): Pick<NonNullable<SettingsPatch['auth']>, 'passkeys'> {
  const { rp_id: host, ...passkeys } = auth?.passkeys ?? {};
  if (typeof host !== 'string') return { passkeys };
  try {
    return { passkeys: { ...passkeys, rp_id: requirePasskeyHost(context, { id, ...site }, host) } };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    leaveOut({ kind: 'passkey_host', name: host, reason: error.message });
    return { passkeys };
  }
}

async function freeDomains(
  { domainsStore }: ProjectsContext,
  { project, leaveOut }: Loading,
  domains: readonly string[],
): Promise<readonly string[]> {
  if (domains.length === 0) return [];
  const owners = await domainsStore.all();
  return domains.filter((domain) => {
    const isFree = (owners.get(domain) ?? project.id) === project.id;
    if (!isFree) leaveOut({ kind: 'domain', name: domain, reason: 'It belongs to the app of another project.' });
    return isFree;
  });
}
