export { createMailTemplates } from './mail-templates.ts';
