import { expect, test } from 'vitest';
import type { FunctionCall } from '../interface/function-call.ts';
import { createRunLog } from './run-log.ts';
import { createRunningCalls } from './running-calls.ts';

test('a call is found only by its whole token, and only while it runs', () => {
  const calls = createRunningCalls();
  const add = () => {
    const call: FunctionCall = {
      functionName: 'one',
      runId: 'run',
      projectId: 'shop',
      kind: 'http',
      user: null,
      secrets: {},
      timeoutMs: 1000,
      onLog: () => undefined,
      bridge: () => Promise.reject(new Error('the call requests nothing')),
    };
    const running = { call, log: createRunLog(call, { now: () => 0 }), isOver: false };
    return { running, token: calls.add(running) };
  };
  const [first, second] = [add(), add()];
  expect(calls.find(first.token)).toBe(first.running);
  expect(calls.find(second.token)).toBe(second.running);
  const secrets = [first, second].map(({ token }) => token.slice(token.indexOf('-') + 1));
  expect(secrets).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)]);
  expect(secrets[0]).not.toBe(secrets[1]);
  for (const wrong of ['', '1', '1-', `1-${secrets[1]}`, `01-${secrets[0]}`, `${first.token}0`, '3-x', 'NaN'])
    expect(calls.find(wrong), wrong).toBeUndefined();
  calls.remove(first.token);
  expect(calls.find(first.token)).toBeUndefined();
  expect(calls.find(second.token)).toBe(second.running);
});
