import type { addressOf } from '../core/config.ts';
import type { reported } from '../core/report-error.ts';
import type { AuthUser } from '../core/wire.ts';
import type { keepHint } from '../session/hint-cookie.ts';
import { type SignInCore, signIn, signUp } from '../session/sign-in.ts';

export interface PromptCore extends SignInCore {
  readonly reported: typeof reported;
  readonly addressOf: typeof addressOf;
  readonly keepHint: typeof keepHint;
}

export type Step = 'sign-in' | 'sign-up' | 'code';

export interface Answers {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly code: string;
}

export type Outcome =
  | { readonly kind: 'signed-in'; readonly user: AuthUser }
  | { readonly kind: 'code'; readonly mfaToken: string }
  | { readonly kind: 'told'; readonly text: string };

export async function takeStep(core: PromptCore, step: Step, answers: Answers, mfaToken: string): Promise<Outcome> {
  const { email, password, name, code } = answers;
  if (step === 'sign-up') {
    const { user } = await core.reported(signUp(core, { email, password, ...(name && { name }) }));
    if (user) return { kind: 'signed-in', user };
    return { kind: 'told', text: `We sent a link to ${email}. Open it, then sign in here.` };
  }
  const result = await core.reported(signIn(core, step === 'code' ? { mfaToken, code } : { email, password }));
  if (result.user) return { kind: 'signed-in', user: result.user };
  return { kind: 'code', mfaToken: result.mfaToken ?? '' };
}

export async function sendReset(core: PromptCore, email: string): Promise<string> {
  await core.reported(core.exchange('/auth/forgot-password', { method: 'POST', body: JSON.stringify({ email }) }));
  return `If ${email} has an account, a mail with a link is on its way.`;
}

export interface PromptOptions {
  readonly signup_enabled: boolean;
  readonly providers: readonly string[];
  readonly passkeys: { readonly enabled: boolean };
}

export async function readOptions(core: PromptCore): Promise<PromptOptions> {
  return (await core.exchange<{ data: PromptOptions }>('/auth/config')).data;
}

const NAMES: Readonly<Record<string, string>> = { google: 'Google', github: 'GitHub' };

export function providerName(id: string): string {
  return NAMES[id] ?? id.replaceAll(/[-_]+/g, ' ').replace(/^./, (letter) => letter.toUpperCase());
}
