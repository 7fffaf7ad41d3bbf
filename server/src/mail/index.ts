export { createMail, type Mail, type MailGrant, type SentListener } from './mail.ts';
export type { OutgoingMail } from './outgoing-mail.ts';
