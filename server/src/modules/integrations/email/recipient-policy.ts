import { ServiceError } from '../../../platform/errors.ts';
import type { TemplateCall } from '../../functions/index.ts';
import type { EmailRequest } from './read-email.ts';

type Mail = Pick<EmailRequest, 'to' | 'cc' | 'bcc'>;

export function recipientCount({ to, cc, bcc }: Mail): number {
  return to.length + cc.length + bcc.length;
}

/**
 * Users may mail only their own verified address, unless the owner set `recipients: "anyone"`: otherwise anyone could
 * mail strangers in the project's name. Throws `forbidden`.
 */
export function requireOwnAddress({ caller, isNested }: Pick<TemplateCall, 'caller' | 'isNested'>, mail: Mail): void {
  if (isNested || caller.kind === 'secret') return;
  const own = caller.kind === 'user' ? caller.user.verifiedEmail?.toLowerCase() : undefined;
  const isOwn = [...mail.to, ...mail.cc, ...mail.bcc].every((address) => address.toLowerCase() === own);
  if (own !== undefined && isOwn) return;
  throw new ServiceError(
    'forbidden',
    'Users of this app send mails to their own verified address only. Send from a function, or the owner sets recipients to "anyone".',
  );
}
