export { createMail, type Departure, type Mail, type SentListener } from './mail.ts';
export type { OutgoingMail } from './outgoing-mail.ts';
