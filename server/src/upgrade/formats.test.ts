import { describe, expect, test } from 'vitest';
import { type DescribedRelease, installedFormats, requireWayBack } from './formats.ts';

const format = (applied: number, readableFrom: number) => ({ applied, readableFrom });
const release = (control: ReturnType<typeof format>, project: ReturnType<typeof format>): DescribedRelease => ({
  version: '2.0.0',
  formats: { control, project },
});
const INSTALLED = installedFormats([
  ['control', format(15, 13)],
  ['p_1', format(11, 11)],
  ['p_2', format(12, 10)],
]);

test('an installation has the newest format of its stores, and needs a release that reads all of them', () => {
  expect(INSTALLED).toEqual({ control: format(15, 13), project: format(12, 11) });
});

describe('a release is taken', () => {
  test.each([
    ['that changes nothing', release(format(15, 13), format(12, 11))],
    ['whose data the running release can read', release(format(22, 15), format(23, 12))],
    ['that is older, but can read the data', release(format(14, 13), format(11, 11))],
  ])('%s', (_, next) => {
    expect(() => requireWayBack(INSTALLED, next)).not.toThrow();
  });

  test('of any format before the first project exists', () => {
    const empty = installedFormats([['control', format(15, 13)]]);
    expect(() => requireWayBack(empty, release(format(22, 15), format(23, 23)))).not.toThrow();
  });
});

describe('a release is refused', () => {
  test.each([
    ['whose control store', release(format(22, 16), format(23, 12))],
    ['whose projects', release(format(22, 15), format(23, 13))],
  ])('%s the running release could not read', (_, next) => {
    expect(() => requireWayBack(INSTALLED, next)).toThrow('The running release could not read the data');
  });

  test('that cannot read the data', () => {
    expect(() => requireWayBack(INSTALLED, release(format(12, 12), format(12, 11)))).toThrow('is older than the data');
  });
});
