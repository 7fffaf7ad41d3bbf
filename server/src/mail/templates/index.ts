export { problemsOfTemplate, TEMPLATE_LENGTHS } from './check-template.ts';
export { layOut, layOutButton, layOutParagraph, type MailPage } from './layout.ts';
export { type RenderedMail, renderTemplate, renderUserMail, type TemplateValues } from './render-template.ts';
export {
  TEMPLATE_KINDS,
  TEMPLATES,
  type Template,
  type TemplateKind,
  type TemplateVariable,
} from './template-kinds.ts';
