/** Rebuilds HTML from known tags, all closed, so that nothing in it can hide or swallow the rest of the mail. */
export function rebuildHtml(html: string): string {
  const open: string[] = [];
  let rebuilt = '';
  let at = 0;
  while (at < html.length) {
    const start = html.indexOf('<', at);
    if (start === -1) return rebuilt + html.slice(at) + closeAll(open);
    rebuilt += html.slice(at, start);
    const markup = readMarkup(html, start);
    at = markup.end;
    if (markup.kind === 'text') rebuilt += '&lt;';
    if (markup.kind === 'start') rebuilt += startTag(markup, open);
    if (markup.kind === 'end') rebuilt += endTag(markup.name, open);
  }
  return rebuilt + closeAll(open);
}

type Markup =
  | { readonly kind: 'text' | 'dropped'; readonly end: number }
  | { readonly kind: 'start'; readonly name: string; readonly attributes: string; readonly end: number }
  | { readonly kind: 'end'; readonly name: string; readonly end: number };

/** Elements whose content is no readable text; they are removed with it. */
const WITH_CONTENT: ReadonlySet<string> = new Set(
  'applet audio canvas embed frameset head iframe math noembed noframes noscript object plaintext script select style svg template textarea title video xmp'.split(
    ' ',
  ),
);
const BLOCKS: ReadonlySet<string> = new Set('article aside body center footer header main nav section'.split(' '));
const KEPT: ReadonlySet<string> = new Set(
  'a abbr b big blockquote br caption cite code col colgroup dd del div dl dt em font h1 h2 h3 h4 h5 h6 hr i img ins kbd li ol p pre q s small span strike strong sub sup table tbody td tfoot th thead tr tt u ul'.split(
    ' ',
  ),
);
const VOID: ReadonlySet<string> = new Set(['br', 'col', 'hr', 'img']);

function readMarkup(html: string, start: number): Markup {
  if (html.startsWith('<!--', start)) return { kind: 'dropped', end: endOf(html, '-->', start + 4) };
  if (/[!?]/.test(html[start + 1] ?? '')) return { kind: 'dropped', end: endOf(html, '>', start) };
  TAG.lastIndex = start;
  const [whole, slash, written = '', attributes = '', close] = TAG.exec(html) ?? [];
  if (whole === undefined) return { kind: 'text', end: start + 1 };
  const end = start + whole.length;
  const name = BLOCKS.has(written.toLowerCase()) ? 'div' : written.toLowerCase();
  // An unterminated tag would turn the rest of the page into its attributes.
  if (close === '') return { kind: 'dropped', end };
  if (slash === '/') return { kind: 'end', name, end };
  return WITH_CONTENT.has(name)
    ? { kind: 'dropped', end: endOfElement(html, name, end) }
    : { kind: 'start', name, attributes, end };
}

const TAG = /<(\/?)([a-z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)(>?)/iy;

function endOf(html: string, ending: string, from: number): number {
  const found = html.indexOf(ending, from);
  return found === -1 ? html.length : found + ending.length;
}

function endOfElement(html: string, name: string, from: number): number {
  const ending = new RegExp(`</${name}[\\s/>]`, 'gi');
  ending.lastIndex = from;
  const found = ending.exec(html);
  return found === null ? html.length : endOf(html, '>', found.index);
}

/** Browsers flatten elements nested more deeply than 512 levels. */
const DEPTH_MAX = 200;

function startTag({ name, attributes }: { name: string; attributes: string }, open: string[]): string {
  if (!KEPT.has(name) || open.length === DEPTH_MAX) return '';
  if (!VOID.has(name)) open.push(name);
  return `<${name}${keptAttributes(attributes)}>`;
}

/** Closes elements that the owner left open in between, and drops an end tag without a start tag. */
function endTag(name: string, open: string[]): string {
  const at = open.lastIndexOf(name);
  return at === -1 ? '' : closeAll(open, at);
}

function closeAll(open: string[], from = 0): string {
  return open
    .splice(from)
    .reverse()
    .map((name) => `</${name}>`)
    .join('');
}

const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
const PLAIN_ATTRIBUTES: ReadonlySet<string> = new Set(
  'align alt bgcolor border cellpadding cellspacing color colspan dir face height lang nowrap role rowspan size span start title type valign value width'.split(
    ' ',
  ),
);
const LINK = /^(?:https?:|mailto:|tel:|#)/i;
const IMAGE = /^(?:https?:|cid:|data:image\/)/i;

function keptAttributes(attributes: string): string {
  let kept = '';
  const seen = new Set<string>();
  for (const [, written = '', double, single, bare] of attributes.matchAll(ATTRIBUTE)) {
    const name = written.toLowerCase();
    const value = keptValue(name, (double ?? single ?? bare ?? '').trim());
    if (value === undefined || seen.has(name)) continue;
    seen.add(name);
    kept += ` ${name}="${value.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}"`;
  }
  return kept;
}

function keptValue(name: string, value: string): string | undefined {
  if (name === 'href') return LINK.test(value) ? value : undefined;
  if (name === 'src') return IMAGE.test(value) ? value : undefined;
  if (name === 'style') return keptStyle(value);
  return PLAIN_ATTRIBUTES.has(name) ? value : undefined;
}

/** Properties that affect only the element and its content, never its neighbours. */
const PROPERTY =
  /^(?:background(?:-color|-image|-position|-repeat|-size)?|border(?:-[a-z-]+)?|color|direction|display|font(?:-[a-z-]+)?|height|letter-spacing|line-height|list-style(?:-[a-z]+)?|margin(?:-[a-z]+)?|max-height|max-width|min-height|min-width|opacity|overflow|overflow-wrap|padding(?:-[a-z]+)?|table-layout|text-[a-z-]+|vertical-align|white-space|width|word-break|word-wrap|mso-[a-z-]+)$/;
const BACKGROUND_URL = /url\((?!\s*['"]?https?:)/i;
/** An open bracket would swallow the declarations after it. */
const OPEN_BRACKET = /\([^)]*$/;

function keptStyle(style: string): string | undefined {
  // Escapes and comments of CSS hide properties from this reading.
  if (/\\|\/\*/.test(style)) return undefined;
  const kept = style.split(';').filter((declaration) => {
    const [property = '', ...value] = declaration.split(':');
    const name = property.trim().toLowerCase();
    if (!PROPERTY.test(name) || BACKGROUND_URL.test(declaration) || OPEN_BRACKET.test(declaration)) return false;
    // A negative margin would pull the following content over or under this element.
    return !name.startsWith('margin') || /^[\s\d.%a-z!]*$/i.test(value.join(':'));
  });
  return kept.length === 0 ? undefined : kept.map((declaration) => declaration.trim()).join('; ');
}
