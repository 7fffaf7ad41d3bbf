import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textAt } from '../harness/api-client.ts';
import { startBrowser } from '../harness/browser.ts';
import { createScene, type Scene } from '../harness/each-engine.ts';
import { startService } from '../harness/service-process.ts';

/**
 * Threat: HTML of an owner that hides the target of a mail's link. Each mail ends with a footer that names the project
 * and the link's true address.
 */

const FOOTER = ['This mail was sent for Shop.', 'The link of this mail leads to:'];
const LINK = /^https?:\/\/\S+preview$/;
const cleanUp = new AsyncDisposableStack();
let scene: Scene;
let page: Page;

beforeAll(async () => {
  scene = await createScene(cleanUp.use(await startService()));
  const browser: Browser = await startBrowser();
  cleanUp.defer(() => browser.close());
  page = await browser.newPage({ viewport: { width: 800, height: 600 } });
}, 60_000);
afterAll(() => cleanUp.disposeAsync());

async function preview(html: string): Promise<string> {
  const shown = await scene.cloud.post(`/projects/${scene.projectId}/mail-templates/verify_email/preview`, { html });
  expect(shown.status, shown.text).toBe(200);
  return textAt(shown.body, 'data', 'html');
}

/** The lines of the page's last element that a reader can see: on top, opaque, in a readable size. */
const SEEN_LINES = `(() => {
  const last = document.body.lastElementChild;
  last.scrollIntoView({ block: 'end' });
  const lines = [];
  for (const node of last.childNodes) {
    if (node.nodeType !== 3 || node.data.trim() === '') continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    const style = getComputedStyle(last);
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    let opacity = 1;
    for (let at = last; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
    const isReadable = box.height >= 12 && opacity === 1 && style.visibility === 'visible' && style.color !== style.backgroundColor;
    if (top === last && isReadable) lines.push(node.data.trim());
  }
  return lines;
})()`;

async function seenLines(html: string): Promise<readonly string[]> {
  await page.setContent(await preview(html));
  return (await page.evaluate(SEEN_LINES)) as string[];
}

const COVER = 'width:3000px;height:3000px;background:#fff';

test.each([
  ['a plain template', '<p>Hello {{email}}: {{link}}</p>'],
  ['an open comment', '<p>{{link}}</p><!-- '],
  ['an open comment in a declaration', '{{link}}<!DOCTYPE html [ <!-- '],
  ['a style sheet', '{{link}}<style>* { display: none !important } footer { font-size: 0 }</style>'],
  ['an open style sheet', '{{link}}<style>'],
  ['a style sheet in another letter case', '{{link}}<StYlE/x>footer{visibility:hidden}</sTyLe >'],
  ['a linked style sheet', '{{link}}<link rel="stylesheet" href="data:text/css,*{display:none}">'],
  ['open elements that take text', '{{link}}<textarea><title><xmp><plaintext>'],
  ['an open noscript', '{{link}}<noscript>'],
  ['an open template', '{{link}}<template>'],
  ['an open select', '{{link}}<select><option>'],
  ['an open svg', '{{link}}<svg><style>*{display:none}</style><desc>'],
  ['an open hidden element', '{{link}}<div style="display:none"><span style="opacity:0">'],
  ['an open quote', '{{link}}<a title="'],
  ['the end of the page', '{{link}}</section></body></html><body style="display:none">'],
  ['more ends than starts', `{{link}}${'</div></section></footer></table></td>'.repeat(50)}`],
  ['list items that close blocks', '{{link}}<li><div style="opacity:0"><li></li></div></div></section>'],
  ['open tables', '{{link}}<table><tr><td><table style="display:none"><tr><td>'],
  ['open links and bold text', '{{link}}<a href="https://evil.example"><b style="font-size:0"><p></b><a><p></a>'],
  ['a cover at a fixed place', `{{link}}<div style="position:fixed;inset:0;z-index:99;${COVER}"></div>`],
  ['a cover by a negative margin', `{{link}}<div style="${COVER};margin-bottom:-3000px"></div>`],
  ['a cover that overflows', `{{link}}<div style="height:0"><div style="${COVER}"></div></div>`],
  ['a cover by an outline', '{{link}}<div style="outline:9999px solid #fff;box-shadow:0 0 0 9999px #fff">x</div>'],
  ['a transform', `{{link}}<div style="transform:translateY(50%);${COVER}"></div>`],
  ['escapes in a style', `{{link}}<div style="p\\6fsition:fixed;inset:0;${COVER}"></div>`],
  ['a comment in a style', `{{link}}<div style="color:red;/**/position:fixed;inset:0;${COVER}"></div>`],
  ['an entity in a style', `{{link}}<div style="&#112;osition:fixed;inset:0;${COVER}"></div>`],
  ['a script', '{{link}}<script>document.body.lastElementChild.remove()</script>'],
  ['an event handler', '{{link}}<img src="https:" onerror="document.body.lastElementChild.remove()">'],
  ['an address of a script', '{{link}}<a href="java&#115;cript:alert(1)">x</a><base href="https://evil.example">'],
  ['deep nesting', `{{link}}${'<div>'.repeat(15_000)}`],
])('%s leaves the footer visible', async (_name, html) => {
  expect(await seenLines(html)).toEqual([...FOOTER, expect.stringMatching(LINK)]);
});

test.each([
  ['a cover', `<div style="position:fixed;inset:0;z-index:99;${COVER}"></div>`],
  ['a style sheet', '<style>footer { opacity: 0 }</style>'],
  ['an open element', '<div style="visibility:hidden"><section>'],
])('control: in a page that the service has not cleaned, %s hides the footer', async (_name, html) => {
  const footer = '<footer style="position:relative;z-index:1;background:#fff">This mail was sent for Shop.</footer>';
  await page.setContent(`<body><section>${html}</section>${footer}</body>`);
  expect(await page.evaluate(SEEN_LINES)).toEqual([]);
});

test('a mail that clients would truncate shows the footer at the top as well', async () => {
  const html = await preview(`{{link}}${'<p>long</p>'.repeat(8000)}`);
  expect(html.indexOf(FOOTER[1] ?? '')).toBeLessThan(2000);
  expect(html.lastIndexOf(FOOTER[1] ?? '')).toBeGreaterThan(60_000);
});

/** Chooses in a fixed pseudo-random sequence, so that a failure can be repeated. */
function createChoice(seed: number): <T>(from: readonly T[]) => T {
  let state = seed;
  return (from) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return from[(state >>> 8) % from.length] as (typeof from)[number];
  };
}

const NAMES =
  'a b i p div li ul dd dl table tr td th tbody caption section footer h1 pre span font col body form'.split(' ');
const PIECES = ['<!--', '-->', '<style>', '</style>', '<svg>', '"', "'", '>', '<', 'text', '<br>', '&lt;', '<title>'];
const STYLE = ` style="display:none;${COVER};margin:-9px;position:fixed"`;

test('none of 300 random mixtures of tags hides the footer', async () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const choose = createChoice(seed);
    const parts = Array.from({ length: 60 }, () => {
      const name = choose(NAMES);
      return choose([`<${name}>`, `<${name}${STYLE}>`, `</${name}>`, `</${name}>`, choose(PIECES)]);
    });
    const lines = await seenLines(`{{link}}${parts.join('')}`);
    expect(lines, `seed ${seed}: ${parts.join('')}`).toEqual([...FOOTER, expect.stringMatching(LINK)]);
  }
}, 120_000);

test('the plain text of a mail ends with the footer too', async () => {
  const shown = await scene.cloud.post(`/projects/${scene.projectId}/mail-templates/reset_password/preview`, {
    text: `{{link}}.evil.example${'\n'.repeat(1000)}x`,
  });
  const lines = textAt(shown.body, 'data', 'text').trimEnd().split('\n');
  expect(lines.slice(-4)).toEqual(['-- ', ...FOOTER, expect.stringMatching(LINK)]);
});
