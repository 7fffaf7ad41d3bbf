import type { Answer, ProjectCall } from '../../http/route.ts';
import { requireEmail } from '../../platform/email.ts';
import type { AuthContext } from './auth-context.ts';
import { requireRedirect } from './redirect-target.ts';
import { requestTokenMail } from './token-mails.ts';
import type { TokenKind } from './tokens/tokens-store.ts';

export interface AskForMailBody {
  readonly email: string;
  readonly redirect_to?: string;
}

/** 202 for every address: whether anybody has it is looked at after the answer. */
export async function askForMail(
  context: AuthContext,
  { project, body }: ProjectCall<unknown, AskForMailBody>,
  kind: TokenKind,
): Promise<Answer> {
  const email = requireEmail(body.email);
  const redirectTo = requireRedirect(context, project, body.redirect_to) ?? null;
  const steps = await requestTokenMail(context, project, { kind, email, redirectTo });
  if (steps.length > 0) {
    await context.database.write(project.store, steps);
  }
  return { status: 202, body: { count: 1 } };
}
