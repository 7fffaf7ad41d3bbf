import type { Project } from '../../../callers/index.ts';
import { type Answer, pageAnswer, paragraph } from '../../../http/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { AuthContext } from '../auth-context.ts';
import { type ResetBody, setNewPassword } from '../reset-password.ts';
import { requireToken } from '../spend-token.ts';
import type { TokenRow } from '../tokens/tokens-store.ts';
import { deadLinkPage, finishedPage, leadsTo } from './finished-page.ts';
import type { PageCall } from './page-call.ts';
import { tokenForm } from './token-form.ts';

/** The page that the link in a reset mail opens. Opening it does not spend the token: mail scanners open every link. */
export async function showResetPage(context: AuthContext, { project }: PageCall, token: string): Promise<Answer> {
  try {
    const { token: row } = await requireToken(context, project, 'reset', token);
    return formPage(context, project, { token, row });
  } catch (error) {
    return deadLinkPage(project, error);
  }
}

export async function submitResetPage(context: AuthContext, call: PageCall, fields: URLSearchParams): Promise<Answer> {
  const { project } = call;
  const token = fields.get('token') ?? '';
  const password = fields.get('password') ?? '';
  try {
    const { token: row } = await requireToken(context, project, 'reset', token);
    const endsTokens = context.endTokens === undefined || fields.get('end_tokens') === 'yes';
    const set = await trySettingPassword(context, call, { token, password, end_tokens: endsTokens });
    if ('problem' in set) return formPage(context, project, { token, row, problem: set.problem });
    const text = 'Your new password is active. You have been signed out everywhere.';
    const page = finishedPage(context, project, { title: 'Password changed', text, redirectTo: row.redirect_to });
    return { ...page, headers: { ...page.headers, 'Set-Cookie': set.cookies } };
  } catch (error) {
    return deadLinkPage(project, error);
  }
}

type PasswordSet = { readonly cookies: readonly string[] } | { readonly problem: string };

async function trySettingPassword(context: AuthContext, call: PageCall, body: ResetBody): Promise<PasswordSet> {
  try {
    return { cookies: await setNewPassword(context, call, body) };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'weak_password') return { problem: error.message };
    throw error;
  }
}

/**
 * Checked by default: the owner may reset the password because somebody else has access. Browsers send nothing for an
 * unchecked box.
 */
const END_TOKENS =
  '<label class="check"><input type="checkbox" name="end_tokens" value="yes" checked> End personal tokens too</label>';

function formPage(
  context: AuthContext,
  project: Project,
  { token, row, problem }: { token: string; row: TokenRow; problem?: string },
): Answer {
  const { password_min_length: min } = context.settings(project);
  const field = `${problem === undefined ? '' : paragraph(problem, 'bad')}
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="${min}" maxlength="1024" aria-describedby="hint" required autofocus>
<p class="hint" id="hint">At least ${min} characters, and none of the common ones.</p>${context.endTokens === undefined ? '' : END_TOKENS}`;
  return pageAnswer({
    status: problem === undefined ? 200 : 400,
    appName: project.name,
    title: 'Set a new password',
    body: tokenForm(token, field, 'Save password'),
    formLeadsTo: leadsTo(context, project, row.redirect_to),
  });
}
