export { createMail, type Mail } from './mail.ts';
export type { OutgoingMail } from './outgoing-mail.ts';
