import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { SoftwarePasskey } from './authenticator.ts';
import { deploy } from './functions.ts';
import { enablePasskeys, passkeyBrowser, registerPasskey } from './passkey-flow.ts';
import { publish } from './published-app.ts';
import { ADMIN_TOKEN, type TestProject, type TestServer } from './start-test-server.ts';
import { uploadFile } from './upload.ts';
import { createVisitor, signUp, USER_PASSWORD } from './visitor.ts';

const APP = 'https://app.example.com';

/** Values by which a test recognises the project after a restore. */
export interface WholeProject {
  readonly email: string;
  readonly userId: string;
  readonly totpSecret: string;
  readonly recoveryCode: string;
  readonly passkey: SoftwarePasskey;
  readonly fileId: string;
  readonly bytes: Buffer;
  readonly webhookId: string;
}

/** Fills a project with contents of every kind: circular table references, rows that refer to later rows, a second factor, a passkey … */
export async function fillProject(server: Pick<TestServer, 'adminApi'>, project: TestProject): Promise<WholeProject> {
  return await fillContents(server, project, (email) => makePasskey(project, email));
}

/** For releases that have no passkeys. */
export async function fillWithoutPasskey(
  server: Pick<TestServer, 'adminApi'>,
  project: TestProject,
): Promise<Omit<WholeProject, 'passkey'>> {
  return await fillContents(server, project, async () => undefined);
}

async function fillContents<Passkey>(
  server: Pick<TestServer, 'adminApi'>,
  project: TestProject,
  addPasskey: (email: string) => Promise<Passkey>,
): Promise<Omit<WholeProject, 'passkey'> & { readonly passkey: Passkey }> {
  const { cloudApi, secretApi } = project;
  const bytes = Buffer.from(`The bytes of a file of ${project.id}. ${'x'.repeat(100_000)}`);
  const file = await uploadFile(secretApi, { name: 'a file.bin', bytes, path: 'docs', visibility: 'public' });
  await must(
    cloudApi('/tables', {
      json: {
        name: 'teams',
        columns: [
          { name: 'name', type: 'text', required: true, unique: true },
          { name: 'logo', type: 'file' },
          { name: 'parent', type: 'reference', table: 'teams' },
          { name: 'size', type: 'integer' },
          { name: 'score', type: 'number' },
          { name: 'open', type: 'boolean', default: true },
          { name: 'since', type: 'date' },
          { name: 'seen', type: 'timestamp' },
          { name: 'extra', type: 'json' },
          { name: 'note', type: 'text', hidden: true },
        ],
        indexes: [{ columns: ['name', 'size'] }],
        rules: { read: { level: 'authenticated', where: 'open:is:true' }, create: 'private' },
      },
    }),
  );
  await must(
    cloudApi('/tables', {
      json: { name: 'people', columns: [{ name: 'team', type: 'reference', table: 'teams', on_delete: 'cascade' }] },
    }),
  );
  await must(
    cloudApi('/tables/teams', {
      method: 'PATCH',
      json: { add_columns: [{ name: 'lead', type: 'reference', table: 'people', on_delete: 'set_null' }] },
    }),
  );
  const { user, email } = await signUp(project.api, { name: 'Ann' });
  const [first, second] = ['01a00000-0000-7000-8000-000000000001', '01a00000-0000-7000-8000-000000000002'];
  await must(
    secretApi('/data/teams', {
      json: [
        { id: second, name: 'Öst "2"', extra: [1, { a: null }], size: 2 ** 53 - 1, score: 0.1, since: '2026-01-31' },
        { id: first, name: 'West', parent: second, logo: file.id, seen: '2026-01-31T12:00:00.123Z', note: 'hush' },
      ],
    }),
  );
  const person = await secretApi<{ data: { id: string } }>('/data/people', {
    json: { team: first, owner_id: user.id },
  });
  await must(secretApi(`/data/teams/${first}`, { method: 'PATCH', json: { lead: person.body.data.id } }));
  await must(cloudApi('', { method: 'PATCH', json: { allowed_origins: [APP] } }));
  const passkey = await addPasskey(email);
  const factor = await turnOnSecondFactor(project, email);
  await must(cloudApi('/secrets/TOKEN', { method: 'PUT', json: { value: 'a secret value' } }));
  await deploy(project, 'greet', 'export default async (ctx) => ({ token: ctx.secrets.TOKEN, from: "v1" })');
  await deploy(project, 'greet', 'export default async (ctx) => ({ token: ctx.secrets.TOKEN, from: "v2" })');
  await deploy(project, 'nightly', 'export default async () => "done"', {
    trigger: 'scheduled',
    schedule: '0 3 * * *',
  });
  const webhook = await cloudApi<{ data: { id: string } }>('/webhooks', {
    json: { table: 'people', events: ['insert'], url: 'https://example.com/hook', secret: 'a webhook secret' },
  });
  await must(project.api('/messages', { json: { body: 'Hello there', from_email: 'bob@example.com' } }));
  await publish(project, {
    'dist/index.html': '<!doctype html><title>One</title>',
    'functions/shown.ts': 'export default async () => "one"',
  });
  await publish(project, {
    'dist/index.html': '<!doctype html><title>Two</title>',
    'dist/app.js': `console.log(${JSON.stringify('y'.repeat(5000))})`,
    'functions/shown.ts': 'import { word } from "./lib/word.ts"; export default async () => word',
    'functions/lib/word.ts': 'export const word = "two"',
  });
  await must(
    cloudApi('/settings', {
      method: 'PATCH',
      json: {
        auth: { password_min_length: 11, providers: { google: { client_id: 'id', client_secret: 'provider secret' } } },
        inbox: { captcha: { provider: 'turnstile', secret: 'captcha secret' } },
      },
    }),
  );
  await must(server.adminApi(`/api/cloud/projects/${project.id}/billing`, { method: 'PATCH', json: { plan: 'pro' } }));
  await must(
    cloudApi('/integrations/ai', {
      method: 'PUT',
      json: { provider: 'anthropic', api_key: 'an api key', model: 'a-model' },
    }),
  );
  await must(
    cloudApi('/integrations/payments', {
      method: 'PUT',
      json: { provider: 'stripe', secret_key: 'sk_test_1', webhook_secret: 'whsec_dGVzdA==' },
    }),
  );
  return { email, userId: user.id, ...factor, passkey, fileId: file.id, bytes, webhookId: webhook.body.data.id };
}

export async function backUp(
  server: Pick<TestServer, 'url'>,
  project: { readonly id: string },
  { query = '', passphrase }: { readonly query?: string; readonly passphrase?: string } = {},
): Promise<Buffer> {
  const answer = await fetch(`${server.url}/api/cloud/projects/${project.id}/backup${query}`, {
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, ...passphraseHeader(passphrase) },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(`The backup gave ${answer.status}: ${bytes.toString('utf8')}`);
  if (bytes.byteLength !== Number(answer.headers.get('content-length'))) throw new Error('The archive is cut.');
  return bytes;
}

export interface RestoreReply {
  readonly status: number;
  readonly body: {
    readonly data: {
      readonly id: string;
      readonly state: string;
      readonly dry_run: boolean;
      readonly counts: Readonly<Record<string, number>>;
      readonly left_out: readonly { readonly kind: string; readonly name: string; readonly reason: string }[];
      readonly error: { readonly code: string } | null;
    };
    readonly code?: string;
    readonly error?: string;
    readonly details?: Readonly<Record<string, unknown>>;
  };
}

export async function restore(
  server: Pick<TestServer, 'url'>,
  project: { readonly id: string },
  archive: Uint8Array,
  { query = '', passphrase }: { readonly query?: string; readonly passphrase?: string } = {},
): Promise<RestoreReply> {
  const answer = await fetch(`${server.url}/api/cloud/projects/${project.id}/restore${query}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${ADMIN_TOKEN}`,
      'content-type': 'application/x-tar',
      ...passphraseHeader(passphrase),
    },
    body: new Uint8Array(archive),
  });
  return { status: answer.status, body: (await answer.json()) as RestoreReply['body'] };
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** An authenticator code. `steps` selects a later time step, for a code that was not used yet. */
export function totpCode(secret: string, steps = 0, nowMs = Date.now()): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: nowMs + steps * 30_000 });
}

async function turnOnSecondFactor(project: TestProject, email: string) {
  const visitor = createVisitor(project.api);
  const login = await visitor.api('/auth/login', { json: { email, password: USER_PASSWORD } });
  if (login.status !== 200) throw new Error(login.text);
  const enrolled = await visitor.api<{ data: { secret: string } }>('/auth/mfa/totp/enroll', { json: {} });
  const { secret } = enrolled.body.data;
  const json = { code: totpCode(secret) };
  const verified = await visitor.api<{ data: { recovery_codes: string[] } }>('/auth/mfa/totp/verify', { json });
  const [recoveryCode] = verified.body.data.recovery_codes;
  if (recoveryCode === undefined) throw new Error(verified.text);
  return { totpSecret: secret, recoveryCode };
}

/** On a host that stays the same when the project moves. */
async function makePasskey(project: TestProject, email: string): Promise<SoftwarePasskey> {
  await enablePasskeys(project, new URL(APP).hostname);
  const browser = passkeyBrowser(createVisitor(project.api));
  await browser.call('/auth/login', { email, password: USER_PASSWORD });
  const { passkey, reply } = await registerPasskey(browser, { page: APP, name: 'Laptop' });
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
  return passkey;
}

function passphraseHeader(passphrase: string | undefined): Record<string, string> {
  if (passphrase === undefined) return {};
  return { 'x-archive-passphrase': Buffer.from(passphrase, 'utf8').toString('base64') };
}

async function must(reply: Promise<{ readonly status: number; readonly text: string }>): Promise<void> {
  const { status, text } = await reply;
  if (status >= 300) throw new Error(`${status}: ${text}`);
}
