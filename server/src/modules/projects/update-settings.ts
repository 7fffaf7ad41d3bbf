import type { Project } from '../../callers/index.ts';
import { isNotApplied } from '../../database/index.ts';
import type { Answer, MemberCall } from '../../http/index.ts';
import { openSealed, seal } from '../../platform/crypto.ts';
import { ServiceError, validationFailed } from '../../platform/errors.ts';
import { DOMAINS_SUBJECT, requireAppDomains } from './app-domains.ts';
import { domainState } from './domain-state.ts';
import { requireMayRaise } from './limits-policy.ts';
import { mergeSettings } from './merge-settings.ts';
import { withConfirmation } from './notify-email.ts';
import { requirePasskeyHost } from './passkey-host.ts';
import { changeProject, type ProjectsContext } from './projects-context.ts';
import { requireStored } from './read-projects.ts';
import { completeSettings, type StoredSettings, shownSettings } from './settings.ts';
import type { SettingsPatch } from './settings-schemas.ts';

const TRIES_MAX = 20;

export async function getSettings(context: ProjectsContext, { project }: MemberCall): Promise<Answer> {
  return settingsText(context, project, (await requireStored(context, project)).settings);
}

/** Changes the keys that are sent. Concurrent changes both apply: the later one starts again from the new state. */
export async function updateSettings(
  context: ProjectsContext,
  call: MemberCall<unknown, SettingsPatch>,
): Promise<Answer> {
  const { project } = call;
  const body = withStorageBytes(call.body);
  const keys = changedKeys(body);
  if (keys.length === 0) throw validationFailed({ body: 'must change something' });
  const domains = body.app?.domains && requireAppDomains(body.app.domains, context.addresses);
  const checked = {
    ...body,
    ...(domains !== undefined && { app: { domains: [...domains] } }),
    ...(body.auth !== undefined && { auth: withPasskeyHost(context, project, body.auth) }),
  };
  const sealFor = (path: string, secret: string): string =>
    seal(context.masterKey, secretContext(project.store, path), secret);
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const { settings, version } = await requireStored(context, project);
    const notify = body.inbox?.notify_email;
    const sent = { operator: call.operator, isSent: notify !== undefined };
    const merged = withConfirmation(settings, mergeSettings(settings, checked, sealFor), sent);
    requireMayRaise(call.operator, completeSettings(settings).limits, body.limits ?? {});
    try {
      await changeProject(context, call, {
        project,
        version,
        action: 'settings.update',
        target: project.id,
        details: { changed: keys, ...valuesBefore(context, project, { settings, keys }) },
        steps: [
          context.projectsStore.setStep(project.store, { settings: JSON.stringify(merged) }),
          ...(domains === undefined ? [] : domainSteps(context, project, domains)),
        ],
      });
      if (domains !== undefined) await context.appDomains.reload();
      const { notify_email: address, notify_email_confirmed: isConfirmed } = merged.inbox ?? {};
      if (notify !== undefined && typeof address === 'string' && !isConfirmed) {
        await context.askToConfirm(project, address);
      }
      return settingsText(context, project, merged);
    } catch (error) {
      if (!isNotApplied(error, 'version')) throw error;
    }
  }
  throw new ServiceError('overloaded', 'Too many changes of this project at once. Try again.');
}

function withPasskeyHost(context: ProjectsContext, project: Project, auth: NonNullable<SettingsPatch['auth']>) {
  const host = auth.passkeys?.rp_id;
  if (typeof host !== 'string') return auth;
  return { ...auth, passkeys: { ...auth.passkeys, rp_id: requirePasskeyHost(context, project, host) } };
}

/** The limit on file bytes has two names in the API; only `storage_bytes` is stored. */
function withStorageBytes({ limits, ...patch }: SettingsPatch): SettingsPatch {
  if (limits === undefined) return patch;
  const { files_bytes: bytes, ...others } = limits;
  return { ...patch, limits: bytes === undefined ? others : { ...others, storage_bytes: bytes } };
}

function domainSteps({ domainsStore, feed, clock }: ProjectsContext, { store }: Project, domains: readonly string[]) {
  return [...domainsStore.claimSteps(store, domains, clock.now()), ...feed.steps(DOMAINS_SUBJECT)];
}

/** The decrypted secret of a provider. Throws when it was sealed with another master key. */
export function openProviderSecret(
  { cache, masterKey }: ProjectsContext,
  project: Project,
  provider: string,
): string | undefined {
  const { providers } = cache.recordOf(project).settings.auth;
  if (!Object.hasOwn(providers, provider)) return undefined;
  const sealed = providers[provider]?.client_secret ?? '';
  const context = secretContext(project.store, `auth.providers.${provider}.client_secret`);
  const secret = openSealed(masterKey, context, sealed);
  if (secret === undefined) throw new Error(`The secret of the provider ${provider} was sealed with another key.`);
  return secret;
}

/** The decrypted secret of the inbox's captcha; undefined when there is none or it cannot be decrypted. */
export function openCaptchaSecret({ cache, masterKey }: ProjectsContext, project: Project): string | undefined {
  const { captcha } = cache.recordOf(project).settings.inbox;
  if (captcha === null) return undefined;
  return openSealed(masterKey, secretContext(project.store, 'inbox.captcha.secret'), captcha.secret);
}

/** Associated data that binds a secret to its path in the settings, so that it opens nowhere else. */
export function secretContext(store: string, path: string): string {
  return `${store} ${path}`;
}

function settingsText(context: ProjectsContext, project: Project, stored: StoredSettings): Answer {
  const data = shownSettings(completeSettings(stored), (domain) => domainState(context, project, domain));
  return { status: 200, body: { data, count: 1 } };
}

const BEFORE_BYTES_MAX = 16 * 1024;
/** These settings contain secrets, which an undo could not restore. */
const WITH_SECRETS = ['auth.providers', 'inbox.captcha'];

function valuesBefore(
  context: ProjectsContext,
  project: Project,
  { settings, keys }: { readonly settings: StoredSettings; readonly keys: readonly string[] },
): { readonly before?: object } {
  if (keys.some((key) => WITH_SECRETS.includes(key))) return {};
  const shown = shownSettings(completeSettings(settings), (domain) => domainState(context, project, domain));
  const before: Record<string, Record<string, unknown>> = {};
  for (const key of keys) {
    const [part = '', name = ''] = key.split('.');
    const value = (shown as Record<string, Record<string, unknown>>)[part]?.[name];
    before[part] = { ...before[part], [name]: value ?? null };
  }
  return Buffer.byteLength(JSON.stringify(before)) > BEFORE_BYTES_MAX ? {} : { before };
}

/** The names of the changed settings, for the audit log. Omits the values, which may be secrets. */
function changedKeys(patch: SettingsPatch): string[] {
  return Object.entries(patch).flatMap(([part, values]) => Object.keys(values).map((key) => `${part}.${key}`));
}
