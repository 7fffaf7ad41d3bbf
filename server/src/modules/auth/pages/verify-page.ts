import type { Project } from '../../../callers/index.ts';
import { pageAnswer, paragraph } from '../../../http/page.ts';
import type { Answer } from '../../../http/route.ts';
import type { AuthContext } from '../auth-context.ts';
import { requireToken, spendToken } from '../spend-token.ts';
import { deadLinkPage, finishedPage, leadsTo } from './finished-page.ts';
import { tokenForm } from './token-form.ts';

const TITLE = 'Confirm your e-mail address';

/** Where the link of a verification mail leads. Looking at it spends nothing: mail scanners open every link. */
export async function showVerifyPage(context: AuthContext, project: Project, token: string): Promise<Answer> {
  try {
    const { user, token: row } = await requireToken(context, project, 'verification', token);
    const body = `${paragraph(`Is ${user.email} your address?`)}${tokenForm(token, '', 'Confirm')}`;
    const formLeadsTo = leadsTo(context, project, row.redirect_to);
    return pageAnswer({ status: 200, appName: project.name, title: TITLE, body, formLeadsTo });
  } catch (error) {
    return deadLinkPage(project, error);
  }
}

export async function submitVerifyPage(
  context: AuthContext,
  project: Project,
  fields: URLSearchParams,
): Promise<Answer> {
  try {
    const live = await requireToken(context, project, 'verification', fields.get('token') ?? '');
    await spendToken(context, project, live);
    const text = `${live.user.email} is confirmed.`;
    return finishedPage(context, project, { title: 'Thank you', text, redirectTo: live.token.redirect_to });
  } catch (error) {
    return deadLinkPage(project, error);
  }
}
