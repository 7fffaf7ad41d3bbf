import { expect, it } from 'vitest';
import { circlesOf, importsWithin } from './folder-circles.ts';

it('a folder and a file that import each other are a cycle, reported with both imports', () => {
  const up = ['shop/orders/pay.ts', 'shop/context.ts'] as const;
  const down = ['shop/context.ts', 'shop/orders/store.ts'] as const;
  expect(circlesOf([up, down, ['shop/index.ts', 'shop/context.ts']])).toEqual([
    ['shop/orders/pay.ts -> shop/context.ts', 'shop/context.ts -> shop/orders/store.ts'],
  ]);
});

it('a cycle over three folders is found, and imports in one direction are no cycle', () => {
  const chain = [
    ['shop/a/one.ts', 'shop/b/two.ts'],
    ['shop/b/other.ts', 'shop/c/three.ts'],
    ['shop/a/one.ts', 'shop/c/three.ts'],
  ] as const;
  expect(circlesOf(chain)).toEqual([]);
  expect(circlesOf([...chain, ['shop/c/more.ts', 'shop/a/one.ts']])).toHaveLength(1);
});

it('a cycle is found in each checked folder, and in no other', () => {
  const circleIn = (place: string) => [
    { source: `${place}/a/one.ts`, dependencies: [{ resolved: `${place}/b/two.ts` }] },
    { source: `${place}/b/other.ts`, dependencies: [{ resolved: `${place}/a/one.ts` }] },
  ];
  const modules = ['cli/src', 'e2e', 'packages/node_modules/x', 'server/test'].flatMap(circleIn);
  expect(circlesOf(importsWithin(['cli/src', 'e2e', 'packages'], modules))).toEqual([
    ['cli/src/a/one.ts -> cli/src/b/two.ts', 'cli/src/b/other.ts -> cli/src/a/one.ts'],
    ['e2e/a/one.ts -> e2e/b/two.ts', 'e2e/b/other.ts -> e2e/a/one.ts'],
  ]);
});
