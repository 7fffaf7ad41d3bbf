import type { Answer, ProjectCall } from '../../http/index.ts';
import { sha256Hex } from '../../platform/crypto.ts';
import { requireEmail } from '../../platform/email.ts';
import type { AuthContext } from './auth-context.ts';
import { readSignUpCookie } from './pending/sign-up-cookie.ts';
import { requireRedirect } from './redirect-target.ts';
import { requestTokenMail } from './token-mails.ts';
import type { TokenKind } from './tokens/tokens-store.ts';

export interface AskForMailBody {
  readonly email: string;
  readonly redirect_to?: string;
}

/** Answers 202 for every address. The mail job checks after the answer whether a user has the address. */
export async function askForMail(
  context: AuthContext,
  call: ProjectCall<unknown, AskForMailBody>,
  kind: TokenKind,
): Promise<Answer> {
  const { project, body } = call;
  const email = requireEmail(body.email);
  const redirectTo = requireRedirect(context, project, body.redirect_to) ?? null;
  const steps = await requestTokenMail(context, project, { kind, email, redirectTo, ...proofIn(call) });
  if (steps.length > 0) {
    await context.database.write(project.store, steps);
  }
  return { status: 202, body: { count: 1 } };
}

function proofIn(call: ProjectCall): { readonly proofHash?: string } {
  const proof = readSignUpCookie(call.project, call);
  return proof === undefined ? {} : { proofHash: sha256Hex(proof) };
}
