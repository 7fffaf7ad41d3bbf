import { createHash } from 'node:crypto';
import { Script } from 'node:vm';
import { expect, it } from 'vitest';
import { startTestServer } from '../../../test/index.ts';

it('every address of the console gives one page that loads nothing and runs only its own script', async () => {
  await using server = await startTestServer();
  for (const path of ['/console', '/console/setup', '/console/setup?token=x', '/console/invite?token=x']) {
    const { status, headers, text } = await server.api(path);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    for (const name of ['script', 'style']) {
      const inline = new RegExp(`<${name}>([\\s\\S]*)</${name}>`).exec(text)?.[1] ?? '';
      expect(inline.length).toBeGreaterThan(100);
      if (name === 'script') new Script(inline);
      const hash = createHash('sha256').update(inline).digest('base64');
      expect(policy).toContain(`${name}-src 'sha256-${hash}'`);
    }
    expect(/\s(src|href|style|on\w+)=|innerHTML/.test(text)).toBe(false);
  }
});
