import { expect, it } from 'vitest';
import { circlesOf } from './folder-circles.ts';

it('a folder that imports the file which imports it is a circle, told by both imports', () => {
  const up = ['shop/orders/pay.ts', 'shop/context.ts'] as const;
  const down = ['shop/context.ts', 'shop/orders/store.ts'] as const;
  expect(circlesOf([up, down, ['shop/index.ts', 'shop/context.ts']])).toEqual([
    ['shop/orders/pay.ts -> shop/context.ts', 'shop/context.ts -> shop/orders/store.ts'],
  ]);
});

it('a circle over three folders is found, and arrows in one direction are none', () => {
  const chain = [
    ['shop/a/one.ts', 'shop/b/two.ts'],
    ['shop/b/other.ts', 'shop/c/three.ts'],
    ['shop/a/one.ts', 'shop/c/three.ts'],
  ] as const;
  expect(circlesOf(chain)).toEqual([]);
  expect(circlesOf([...chain, ['shop/c/more.ts', 'shop/a/one.ts']])).toHaveLength(1);
});
