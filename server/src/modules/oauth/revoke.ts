import type { Answer, Call } from '../../http/index.ts';
import { sha256Hex } from '../../platform/crypto.ts';
import { endToken } from '../operators/index.ts';
import { type OauthContext, OauthError, oauthAnswer } from './oauth-context.ts';
import { readForm } from './read-form.ts';

/**
 * Holding the token is proof enough (RFC 7009): its holder could do more harm with it than end it. Unknown tokens get
 * the same answer, so that callers cannot test here whether a token exists.
 */
export async function revokeToken({ operators }: OauthContext, call: Call): Promise<Answer> {
  const token = (await readForm(call)).get('token');
  if (token === null) throw new OauthError('invalid_request', 'Send the token in the field token.');
  const found = await operators.tokensStore.find(sha256Hex(token));
  if (found !== undefined) {
    const { id, account_id: accountId, email } = found;
    const operator = { kind: 'account', accountId, email, isOperator: false } as const;
    const { ip, requestId, headers } = call;
    await endToken(operators, { operator, ip, requestId, headers }, { accountId, id });
  }
  return oauthAnswer(200, {});
}
