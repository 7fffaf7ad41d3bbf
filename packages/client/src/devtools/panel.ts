import { element } from '../prompt/prompt-element.ts';
import { PANEL_STYLE } from './panel-style.ts';
import { type RecordedRequest, recordRequests } from './record-requests.ts';
import { takeSnapshot } from './snapshot.ts';

const REFRESH_MS = 500;
const TAG = 'service-devtools';

type Rows = readonly (readonly string[])[];

let unmount: (() => void) | undefined;

export function mountPanel(): () => void {
  unmount ??= createPanel();
  return unmount;
}

function createPanel(): () => void {
  const recorder = recordRequests();
  const host = document.createElement(TAG);
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(PANEL_STYLE);
  root.adoptedStyleSheets = [sheet];
  const section = element('section', {
    id: 'panel',
    'aria-label': 'Service: development',
    tabindex: '0',
    hidden: true,
  });
  const button = element('button', { type: 'button', 'aria-controls': 'panel', 'aria-expanded': 'false' }, 'Service');
  let timer: ReturnType<typeof setInterval> | undefined;
  let drawn = '';
  const draw = (): void => {
    const parts = describe(recorder.requests);
    const text = JSON.stringify(parts);
    // Keeps the user's selection of text while nothing changes.
    if (text !== drawn) section.replaceChildren(...parts.flatMap(partElements));
    drawn = text;
  };
  const isOpen = (): boolean => timer !== undefined;
  const toggle = (opens: boolean): void => {
    section.hidden = !opens;
    button.setAttribute('aria-expanded', String(opens));
    clearInterval(timer);
    timer = undefined;
    if (!opens) return;
    draw();
    timer = setInterval(draw, REFRESH_MS);
  };
  button.addEventListener('click', () => toggle(!isOpen()));
  root.addEventListener('keydown', (event) => {
    if ((event as KeyboardEvent).key !== 'Escape' || !isOpen()) return;
    toggle(false);
    button.focus();
  });
  root.append(section, button);
  document.body.append(host);
  return () => {
    unmount = undefined;
    clearInterval(timer);
    recorder.stop();
    host.remove();
  };
}

interface Part {
  readonly title: string;
  readonly heads: readonly string[];
  readonly rows: Rows;
  readonly empty: string;
}

function describe(requests: readonly RecordedRequest[]): readonly Part[] {
  const { queries, changes, session } = takeSnapshot();
  return [
    { title: 'Session', heads: [], rows: session, empty: '' },
    {
      title: 'Changes under way',
      heads: ['Table', 'Kind', 'State'],
      rows: changes,
      empty: 'No optimistic change is shown.',
    },
    {
      title: 'Queries',
      heads: ['Query', 'Options', 'State', 'Age', 'Shown by'],
      rows: queries,
      empty: 'No component has asked for rows.',
    },
    {
      title: 'Requests',
      heads: ['Request', 'Answer', 'Time', 'Id'],
      rows: requests.map(requestRow),
      empty: 'No request since this panel was opened.',
    },
  ];
}

function requestRow({ method, path, status, code, ms, requestId, explanation }: RecordedRequest): string[] {
  const answer = status === undefined ? 'under way' : [status || 'none', code].filter(Boolean).join(' ');
  const told = explanation === undefined ? answer : `${answer}: ${explanation}`;
  return [`${method} ${path}`, told, ms === undefined ? '' : `${ms} ms`, requestId ?? ''];
}

function partElements({ title, heads, rows, empty }: Part): HTMLElement[] {
  const heading = element('h2', {}, title);
  if (rows.length === 0) return [heading, element('p', {}, empty)];
  const head = element('tr', {}, ...heads.map((text) => element('th', { scope: 'col' }, text)));
  const lines = rows.map((row) => element('tr', {}, ...row.map(cell)));
  return [heading, element('table', {}, ...(heads.length > 0 ? [head] : []), ...lines)];
}

function cell(text: string): HTMLElement {
  return /^(failed|none|4\d\d|5\d\d)\b/.test(text) ? element('td', { class: 'bad' }, text) : element('td', {}, text);
}
