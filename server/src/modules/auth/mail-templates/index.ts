export { createMailTemplates, type MailTemplates, type MailTemplatesOptions } from './mail-templates.ts';
