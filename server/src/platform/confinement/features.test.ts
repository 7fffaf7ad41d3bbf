import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const FEATURES = new URL('features.ts', import.meta.url).href;
const SCRIPT = `
import { detectFeatures } from '${FEATURES}';
console.log(JSON.stringify([...await detectFeatures({ command: ['true'] }, 36000)]));`;

/** The features that root sees after it has given up a right. */
async function featuresWithout(right: string): Promise<readonly string[]> {
  const node = [process.execPath, '--input-type=module', '--eval', SCRIPT];
  const { stdout } = await promisify(execFile)('setpriv', [`--bounding-set=-${right}`, ...node]);
  return JSON.parse(stdout) as string[];
}

const isLinuxRoot = process.platform === 'linux' && process.getuid?.() === 0;

test.runIf(isLinuxRoot)(
  'root without SYS_NICE does not lower the priority of processes with their own users',
  async () => {
    expect(await featuresWithout('sys_time')).toEqual(expect.arrayContaining(['nice', 'own-user']));
    const features = await featuresWithout('sys_nice');
    expect(features).toContain('own-user');
    expect(features).not.toContain('nice');
  },
);
