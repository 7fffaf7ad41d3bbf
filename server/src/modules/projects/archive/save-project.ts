import type { NamedSecret, SecretKind } from '../../../archive/sections/index.ts';
import type { Project } from '../../../callers/index.ts';
import { openSealed } from '../../../platform/crypto.ts';
import type { KeyRow } from '../keys-store.ts';
import type { ProjectsContext } from '../projects-context.ts';
import { requireStored } from '../read-projects.ts';
import type { StoredSettings } from '../settings.ts';
import { secretContext } from '../update-settings.ts';
import type { SavedKey, SavedMailTemplate, SettingsDocument } from './settings-document.ts';

export interface SavedProject {
  readonly document: SettingsDocument;
  readonly secrets: readonly (NamedSecret & { readonly kind: SecretKind })[];
}

export async function saveProject(
  context: ProjectsContext,
  project: Project,
  mailTemplates: readonly SavedMailTemplate[],
): Promise<SavedProject> {
  const stored = await requireStored(context, project);
  const keys = await context.keysStore.all(project.store);
  const { settings, secrets } = withoutSecrets(context, project, stored.settings);
  const { name, publicKey, allowedOrigins } = stored.project;
  return {
    document: {
      project: { name, public_key: publicKey, allowed_origins: [...allowedOrigins] },
      settings,
      // Leaves out keys that were created with a token: they end with the token, which is not part of the project.
      keys: keys.filter(({ token_id: token }) => token === null).map(savedKey),
      mail_templates: [...mailTemplates],
    },
    secrets,
  };
}

function savedKey({ store: _store, token_id: _token, created_by: _maker, ...key }: KeyRow): SavedKey {
  return key;
}

function withoutSecrets(
  { masterKey }: ProjectsContext,
  { store }: Project,
  {
    inbox: { captcha, notify_email_confirmed: _confirmed, ...inbox } = {},
    auth: { providers = {}, ...auth } = {},
    ...rest
  }: StoredSettings,
): { readonly settings: SettingsDocument['settings']; readonly secrets: SavedProject['secrets'] } {
  const secrets: { kind: SecretKind; name: string; value: string }[] = [];
  const open = (kind: SecretKind, name: string, at: { path: string; sealed: string }): void => {
    const value = openSealed(masterKey, secretContext(store, at.path), at.sealed);
    if (value === undefined) throw new Error(`The secret at ${at.path} was sealed with another key.`);
    secrets.push({ kind, name, value });
  };
  const shown = Object.entries(providers).map(([id, { client_secret: sealed, ...provider }]) => {
    open('provider', id, { path: `auth.providers.${id}.client_secret`, sealed });
    return [id, provider] as const;
  });
  if (captcha != null) open('captcha', 'inbox', { path: 'inbox.captcha.secret', sealed: captcha.secret });
  const { secret: _secret, ...shownCaptcha } = captcha ?? { secret: '' };
  const settings = {
    ...rest,
    inbox: { ...inbox, ...(captcha != null && { captcha: shownCaptcha }) },
    auth: { ...auth, providers: Object.fromEntries(shown) },
  };
  // The cast only drops `readonly`; callers do not modify the document.
  return { settings: settings as SettingsDocument['settings'], secrets };
}
