import { expect, test } from 'vitest';
import { countLinks, judgeMessage, type SpamSigns } from './judge-message.ts';

const WELCOME: SpamSigns = { isTrapped: false, isWelcome: true, captcha: 'none', links: 0 };

test.each<[string, Partial<SpamSigns>, string | null]>([
  ['nothing', {}, null],
  ['a passed captcha', { captcha: 'passed' }, null],
  ['ten links', { links: 10 }, null],
  ['eleven links', { links: 11 }, 'links'],
  ['a failed captcha', { captcha: 'failed' }, 'captcha'],
  ['a captcha that could not be checked', { captcha: 'unavailable' }, 'captcha_unavailable'],
  ['many messages of one caller', { isWelcome: false, captcha: 'failed', links: 20 }, 'rate'],
  ['a filled honeypot field', { isTrapped: true, isWelcome: false, links: 20 }, 'honeypot'],
])('%s is judged as %3$j', (_, signs, reason) => {
  expect(judgeMessage({ ...WELCOME, ...signs })).toBe(reason);
});

test.each([
  ['no link, not even in xhttp://', 0],
  ['http://a HTTPS://b www.c', 3],
  ['http://www.example.com', 2],
])('%j has %i links', (text, links) => {
  expect(countLinks(text)).toBe(links);
});
