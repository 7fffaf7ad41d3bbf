import { escapeHtml } from '../../platform/escape-html.ts';
import { layOut, layOutButton, layOutParagraph } from './layout.ts';
import type { Template, TemplateVariable } from './template-kinds.ts';

export const PLACEHOLDER = /\{\{\s*([a-z_]+)\s*\}\}/g;
const LINK_ONLY = /^\{\{\s*link\s*\}\}$/;

export type TemplateValues = Readonly<Partial<Record<TemplateVariable, string>>>;

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * Fills the values into a template in one pass, so that a value that looks like a placeholder stays unchanged. In HTML every value is
 * escaped. A paragraph whose link has no value is left out.
 */
export function renderTemplate(template: Template, values: TemplateValues): RenderedMail {
  const plain = (text: string): string => fill(text, values, (value) => value);
  const paragraphs = paragraphsOf(template.text).filter((text) => !LINK_ONLY.test(text) || values.link !== undefined);
  return {
    subject: plain(template.subject),
    text: `${paragraphs.map(plain).join('\n\n')}\n`,
    html: template.html === null ? htmlOf(template, paragraphs, values) : fill(template.html, values, escapeHtml),
  };
}

function htmlOf(template: Template, paragraphs: readonly string[], values: TemplateValues): string {
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
