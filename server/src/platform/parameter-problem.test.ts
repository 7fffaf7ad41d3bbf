import { parseArgs } from 'node:util';
import { expect, test } from 'vitest';
import { parameterProblem } from './parameter-problem.ts';

test.each([
  [['--foo'], "Unknown option '--foo'. See --help."],
  [['--data'], "Option '--data <value>' argument missing. See --help."],
  [['more'], "Unexpected argument 'more'. This command does not take positional arguments. See --help."],
])('%j is answered with whole sentences', (args, expected) => {
  const parse = () => {
    try {
      return parseArgs({ args, options: { data: { type: 'string' } } });
    } catch (error) {
      return parameterProblem(error);
    }
  };
  expect(parse()).toBe(expected);
});
