import { escapeHtml } from '../../platform/escape-html.ts';
import { layOut, layOutButton, layOutParagraph } from './layout.ts';
import { type FooterValues, footerHtml, footerText, pageWithFooter } from './mail-footer.ts';
import type { Template, TemplateVariable } from './template-kinds.ts';

export const PLACEHOLDER = /\{\{\s*([a-z_]+)\s*\}\}/g;
const LINK_ONLY = /^\{\{\s*link\s*\}\}$/;

export type TemplateValues = Readonly<Partial<Record<TemplateVariable, string>>>;

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export type NoticeTemplate = Omit<Template, 'html'>;

/** Fills in one pass: a value that looks like a placeholder stays. Drops a paragraph whose link has no value. */
export function renderTemplate(template: NoticeTemplate, values: TemplateValues): RenderedMail {
  return render(template, values);
}

/** Renders a project's mail to one of its users. It ends with a footer that the owner's template can neither change nor hide. */
export function renderUserMail(template: Template, values: TemplateValues): RenderedMail {
  const footer: FooterValues = { projectName: values.app_name ?? '', link: values.link };
  const { subject, text, html } = render(template, values, footerHtml(footer));
  return {
    subject,
    text: text + footerText(text, footer),
    html: template.html === null ? html : pageWithFooter(fill(template.html, values, escapeHtml), footer),
  };
}

function render(template: NoticeTemplate, values: TemplateValues, footer?: string): RenderedMail {
  const plain = (text: string): string => fill(text, values, (value) => value);
  const paragraphs = paragraphsOf(template.text).filter((text) => !LINK_ONLY.test(text) || values.link !== undefined);
  return {
    subject: plain(template.subject),
    text: `${paragraphs.map(plain).join('\n\n')}\n`,
    html: htmlOf(template, paragraphs, values, footer),
  };
}

function htmlOf(
  template: NoticeTemplate,
  paragraphs: readonly string[],
  values: TemplateValues,
  footer: string | undefined,
): string {
  // The owner's texts are plain text; only the template's `html` is markup.
  const escaped = (text: string): string => fill(escapeHtml(text), values, escapeHtml);
  const blocks = paragraphs.map((text) =>
    LINK_ONLY.test(text)
      ? layOutButton(escaped(template.button), escapeHtml(values.link ?? ''))
      : layOutParagraph(escaped(text).replaceAll('\n', '<br>')),
  );
  const first = paragraphs.find((text) => !LINK_ONLY.test(text)) ?? '';
  return layOut({
    appName: escapeHtml(values.app_name ?? ''),
    title: escaped(template.subject),
    preview: escaped(first),
    body: blocks.join('\n'),
    ...(footer !== undefined && { footer }),
  });
}

function paragraphsOf(text: string): string[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}

function fill(text: string, values: TemplateValues, encode: (value: string) => string): string {
  return text.replace(PLACEHOLDER, (_whole, name: TemplateVariable) => encode(values[name] ?? ''));
}
