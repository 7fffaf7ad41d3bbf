export { createMail, type Mail, type MailGrant } from './mail.ts';
