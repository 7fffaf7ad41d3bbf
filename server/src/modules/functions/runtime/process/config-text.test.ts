import { describe, expect, it } from 'vitest';
import { openTestRuntime, returned, testProgram } from '../../../../../test/function-runtime.ts';

describe('the configuration of a process', () => {
  it('contains the source of a function exactly, whatever characters it has', async () => {
    await using runtime = openTestRuntime();
    const every = Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code)).join('');
    const text = `${every}\\\\u0041\\x41"'\u2028\u2029🦊 embed "x" ( ) # = ;`;
    const module = `export default () => ${JSON.stringify(text)}; // ${text.replaceAll(/[\n\r\u2028\u2029]/g, ' ')} \\u0001 \\\\u0001`;
    expect(returned(await runtime.call(testProgram({ run: module }), 'run'))).toBe(text);
  });
});
