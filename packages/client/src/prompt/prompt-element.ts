import { PROMPT_STYLE } from './prompt-style.ts';

type Properties = Readonly<Record<string, string | boolean | (() => void)>>;

/** Creates an element with properties, handlers and children. Never parses markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Properties = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith('on') && typeof value === 'function') made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, '');
    else if (typeof value === 'string') made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

export function field(text: string, properties: Properties): { label: HTMLLabelElement; input: HTMLInputElement } {
  const input = element('input', properties);
  return { label: element('label', {}, text, input), input };
}

/** Mounts the dialog in a shadow tree, which the app's styles do not reach. Constructed style sheets work under every CSP. */
export function mountDialog(dialog: HTMLDialogElement): () => void {
  const host = document.createElement('service-sign-in-prompt');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(PROMPT_STYLE);
  root.adoptedStyleSheets = [sheet];
  root.append(dialog);
  document.body.append(host);
  return () => host.remove();
}
