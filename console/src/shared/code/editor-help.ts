import type { Completion, CompletionSource } from '@codemirror/autocomplete';
import type { HoverTooltipSource } from '@codemirror/view';

export interface HelpCompletion {
  readonly label: string;
  readonly kind: string;
}

export interface HelpCompletions {
  readonly from: number;
  readonly options: readonly HelpCompletion[];
}

export interface HelpInfo {
  readonly from: number;
  readonly to: number;
  readonly type: string;
  readonly documentation: string;
}

export interface LanguageHelp {
  complete(text: string, offset: number): Promise<HelpCompletions | undefined>;
  describe(text: string, offset: number): Promise<HelpInfo | undefined>;
  describeCompletion(text: string, offset: number, label: string): Promise<HelpInfo | undefined>;
}

const WORD = /[\w$]*$/;
const OPENS = /[\w$.'"`]$/;

export function completionSource(help: LanguageHelp): CompletionSource {
  return async ({ state, pos, explicit }) => {
    const text = state.doc.toString();
    if (!explicit && !OPENS.test(text.slice(0, pos))) return null;
    const found = await help.complete(text, pos);
    if (found === undefined || found.options.length === 0) return null;
    return {
      from: found.from,
      validFor: WORD,
      options: found.options.map(
        ({ label, kind }): Completion => ({
          label,
          type: kind,
          info: async () => {
            const info = await help.describeCompletion(text, pos, label);
            return info === undefined ? null : elementOf(info);
          },
        }),
      ),
    };
  };
}

export function hoverSource(help: LanguageHelp): HoverTooltipSource {
  return async ({ state }, pos) => {
    const info = await help.describe(state.doc.toString(), pos);
    if (info === undefined) return null;
    return { pos: info.from, end: info.to, above: true, create: () => ({ dom: elementOf(info) }) };
  };
}

function elementOf({ type, documentation }: HelpInfo): HTMLElement {
  const element = document.createElement('div');
  element.className = 'cm-help';
  const code = element.appendChild(document.createElement('code'));
  code.textContent = type;
  if (documentation !== '') element.appendChild(document.createElement('p')).textContent = documentation;
  return element;
}
