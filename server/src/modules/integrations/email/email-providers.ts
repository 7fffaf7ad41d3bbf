import type { EmailProvider } from './email-provider.ts';
import { resend } from './providers/resend.ts';
import { sendgrid } from './providers/sendgrid.ts';
import { smtp } from './providers/smtp.ts';

export const emailProviders: readonly EmailProvider[] = [smtp, resend, sendgrid];
