export { problemsOfTemplate, TEMPLATE_LENGTHS } from './check-template.ts';
export { layOut, layOutButton, layOutParagraph } from './layout.ts';
export { type RenderedMail, renderTemplate, renderUserMail, type TemplateValues } from './render-template.ts';
export {
  TEMPLATE_KINDS,
  TEMPLATES,
  type Template,
  type TemplateKind,
} from './template-kinds.ts';
