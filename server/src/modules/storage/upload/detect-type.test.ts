import { expect, test } from 'vitest';
import { detectType } from './detect-type.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');

test.each([
  ['image/png', PNG],
  ['image/gif', 'GIF89a=1;//'],
  ['application/pdf', '%PDF-1.7\n<html><script>'],
  ['text/plain', 'hello, wörld'],
  ['text/plain', 'a,b\n1,2\n'],
  ['text/plain', '{"a":1}'],
  ['text/html', '<!DOCTYPE html><p>'],
  ['text/html', '\ufeff \n<!-- x --><HTML>'],
  ['text/html', '<script>alert(1)</script>'],
  ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['image/svg+xml', '<?xml version="1.0"?>\n<!-- x -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n<svg/>'],
  ['application/xml', '<?xml version="1.0"?><note/>'],
  ['application/xml', '<?xml version="1.0"?><table><a/></table>'],
  ['text/html', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>'],
  ['application/octet-stream', ''],
  ['application/octet-stream', 'a\0b'],
  ['application/octet-stream', Buffer.from([0xff, 0xfe, 0xfd, 0x80])],
  ['application/octet-stream', Buffer.from('\ufeffUTF-16', 'utf16le')],
])('%s', async (type, content) => {
  expect(await detectType(Buffer.from(content), true)).toBe(type);
});

test('text is still detected when the end of the sample cuts a character', async () => {
  const cut = Buffer.from('hällo €').subarray(0, -1);
  expect(await detectType(cut, false)).toBe('text/plain');
  expect(await detectType(cut, true)).toBe('application/octet-stream');
});
