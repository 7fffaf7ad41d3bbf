import { type Answer, pageAnswer, paragraph } from '../../../http/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { AuthContext } from '../auth-context.ts';
import { type ConfirmableAccount, confirmEmail, isKnownBrowser, requireConfirmable } from '../verify-email.ts';
import { deadLinkPage, finishedPage, leadsTo } from './finished-page.ts';
import type { PageCall } from './page-call.ts';
import { tokenForm } from './token-form.ts';

const TITLE = 'Confirm your e-mail address';
const RETRIED: readonly string[] = ['password_required', 'invalid_credentials', 'rate_limited'];

/** The page that the link in a verification mail opens. Opening it does not spend the token: mail scanners open every link. */
export async function showVerifyPage(context: AuthContext, asked: PageCall, token: string): Promise<Answer> {
  try {
    return await formPage(context, asked, { token, what: await requireConfirmable(context, asked.project, token) });
  } catch (error) {
    return deadLinkPage(asked.project, error);
  }
}

export async function submitVerifyPage(
  context: AuthContext,
  asked: PageCall,
  fields: URLSearchParams,
): Promise<Answer> {
  const token = fields.get('token') ?? '';
  try {
    const what = await requireConfirmable(context, asked.project, token);
    const problem = await tryToConfirm(context, asked, what, fields.get('password') ?? undefined);
    if (problem !== undefined) return await formPage(context, asked, { token, what, problem });
    const text = `${what.email} is confirmed.`;
    return finishedPage(context, asked.project, { title: 'Thank you', text, redirectTo: what.redirectTo });
  } catch (error) {
    return deadLinkPage(asked.project, error);
  }
}

async function tryToConfirm(
  context: AuthContext,
  asked: PageCall,
  what: ConfirmableAccount,
  password: string | undefined,
): Promise<string | undefined> {
  try {
    await confirmEmail(context, asked, what, password);
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError && RETRIED.includes(error.code)) return error.message;
    throw error;
  }
}

/** Asks for the password unless this browser signed up, so that people do not confirm a password that a stranger chose. */
async function formPage(
  context: AuthContext,
  asked: PageCall,
  { token, what, problem }: { token: string; what: ConfirmableAccount; problem?: string },
): Promise<Answer> {
  const isKnown = await isKnownBrowser(context, asked, what);
  const field = isKnown
    ? ''
    : `${problem === undefined ? '' : paragraph(problem, 'bad')}
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" aria-describedby="hint" required autofocus>
<p class="hint" id="hint">The one you chose when you signed up. If you did not sign up, close this page.</p>`;
  return pageAnswer({
    status: problem === undefined ? 200 : 400,
    appName: asked.project.name,
    title: TITLE,
    body: `${paragraph(`Is ${what.email} your address?`)}${tokenForm(token, field, 'Confirm')}`,
    formLeadsTo: leadsTo(context, asked.project, what.redirectTo),
  });
}
