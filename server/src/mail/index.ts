export { createMail, type Mail } from './mail.ts';
export { headerText, type OutgoingMail } from './outgoing-mail.ts';
