import { PLACEHOLDER } from './render-template.ts';
import { TEMPLATES, type Template, type TemplateKind } from './template-kinds.ts';

export const TEMPLATE_LENGTHS = { subject: 200, text: 20_000, button: 60, html: 100_000 } as const;

export function problemsOfTemplate(kind: TemplateKind, template: Template): Record<string, string> {
  const problems: Record<string, string> = {};
  const texts = Object.entries(template).filter((entry): entry is [string, string] => entry[1] !== null);
  for (const [field, text] of texts) {
    const problem = problemOf(kind, field, text);
    if (problem !== undefined) problems[field] = problem;
  }
  return problems;
}

function problemOf(kind: TemplateKind, field: string, text: string): string | undefined {
  const { variables, needsLink } = TEMPLATES[kind];
  const isLine = field === 'subject' || field === 'button';
  if (text.trim() === '') return 'must not be blank';
  if (!text.isWellFormed() || text.includes('\0')) return 'must be valid text';
  if (isLine && /\p{Cc}/u.test(text)) return 'must be one line';
  const names = Array.from(text.matchAll(PLACEHOLDER), ([, name]) => name);
  const unknown = names.find((name) => !variables.some((known) => known === name));
  if (unknown !== undefined)
    return `has no placeholder {{${unknown}}}, only ${variables.map((name) => `{{${name}}}`).join(' ')}`;
  // Mail clients show subjects in lists and on lock screens.
  if (isLine && names.includes('link')) return 'must not contain the link';
  if (!isLine && needsLink && !names.includes('link')) return 'must hold {{link}}';
  return undefined;
}
