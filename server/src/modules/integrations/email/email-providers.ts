import type { EmailProvider } from './email-provider.ts';
import { resend } from './providers/resend.ts';
import { sendgrid } from './providers/sendgrid.ts';
import { smtp } from './providers/smtp.ts';

/** To add a provider, add a file next to these and an entry here. */
export const emailProviders: readonly EmailProvider[] = [smtp, resend, sendgrid];
