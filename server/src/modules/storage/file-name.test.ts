import { expect, test } from 'vitest';
import { moveFile, placeNewFile } from './file-name.ts';

test.each([
  ['photo.png', undefined, 'photo.png', 'photo.png'],
  ['photo.png', '', 'photo.png', 'photo.png'],
  ['photo.png', 'a/b/', 'photo.png', 'a/b/photo.png'],
  ['photo.png', 'a/other.png', 'other.png', 'a/other.png'],
  ['../../etc/passwd', undefined, 'passwd', 'passwd'],
  ['C:\\Users\\Ann\\me.png', 'a/', 'me.png', 'a/me.png'],
  ['a..b', undefined, 'a..b', 'a..b'],
  ['.hidden', undefined, '.hidden', '.hidden'],
  ['\u{1f600}'.repeat(255), undefined, '\u{1f600}'.repeat(255), '\u{1f600}'.repeat(255)],
  ['x\u200fy', undefined, 'x\u200fy', 'x\u200fy'],
])('a file named %j with the path %j', (filename, path, name, whole) => {
  expect(placeNewFile(filename, path)).toEqual({ name, path: whole });
});

test.each([
  ['', undefined],
  ['..', undefined],
  ['a/..', undefined],
  ['dir/', undefined],
  ['a\0b', undefined],
  ['a\r\nb', undefined],
  ['a\u202ecod.exe', undefined],
  ['a\u2066b', undefined],
  ['a\u0085b', undefined],
  ['\ud800', undefined],
  ['x'.repeat(256), undefined],
  ['x', '/absolute'],
  ['x', 'a/../b'],
  ['x', '../'],
  ['x', './b'],
  ['x', 'a//b'],
  ['x', '/'],
  ['x', 'a\\b'],
  ['x', 'a\nb/'],
  ['x', `${'y'.repeat(200)}/`.repeat(6)],
])('a file named %j with the path %j is refused', (filename, path) => {
  expect(() => placeNewFile(filename, path)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
});

test.each([
  [{ name: 'new' }, 'new', 'a/new'],
  [{ path: 'b/' }, 'old', 'b/old'],
  [{ path: '' }, 'old', 'old'],
  [{ path: 'b/', name: 'new' }, 'new', 'b/new'],
  [{ path: 'b/new' }, 'new', 'b/new'],
  [{ path: 'b/new', name: 'new' }, 'new', 'b/new'],
])('a/old changed by %j', (wanted, name, path) => {
  expect(moveFile({ name: 'old', path: 'a/old' }, wanted)).toEqual({ name, path });
});

test.each([{ path: 'b/new', name: 'other' }, { name: 'a/b' }, { name: '..' }, { name: '' }, { path: 'a/..' }])(
  'a/old cannot be changed by %j',
  (wanted) => {
    const move = () => moveFile({ name: 'old', path: 'a/old' }, wanted);
    expect(move).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  },
);

test.each([
  [{ name: '' }, { name: 'must not be empty' }],
  [{ name: 'x'.repeat(256) }, { name: 'must have at most 255 characters' }],
  [{ name: 'a/b' }, { name: 'must not contain a path' }],
  [{ name: 'a\nb' }, { name: 'must not contain control characters' }],
  [{ path: 'x'.repeat(256) }, { path: 'must end with a name of at most 255 characters' }],
])('the refusal of %j names the problem', (wanted, fields) => {
  const move = () => moveFile({ name: 'old', path: 'a/old' }, wanted);
  expect(move).toThrow(expect.objectContaining({ details: { fields } }));
});

test('the refusal of a file without a name names the problem', () => {
  const fields = { file: 'must have a valid name: it must not be empty' };
  expect(() => placeNewFile('dir/', undefined)).toThrow(expect.objectContaining({ details: { fields } }));
});
