import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifySignature } from '../functions/index.ts';

type IsSigned = (headers: Record<string, string | undefined>, body: Uint8Array, secret: string) => boolean;

const PAGE = new URL('../../../../docs/webhooks.md', import.meta.url);
const BODY = new TextEncoder().encode('{"ü":1}');
const KEY = Buffer.from('0123456789abcdef01234567');

let directory: string;
let isSigned: IsSigned;

beforeAll(async () => {
  const page = await readFile(PAGE, 'utf8');
  const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(page) ?? [];
  directory = await mkdtemp(join(tmpdir(), 'receiver-docs-'));
  const file = join(directory, 'receiver.ts');
  await writeFile(file, code);
  ({ isSigned } = (await import(pathToFileURL(file).href)) as { isSigned: IsSigned });
});

afterAll(() => rm(directory, { recursive: true, force: true }));

function signed(key: string | Uint8Array, seconds = Math.floor(Date.now() / 1000)): Record<string, string> {
  const signature = createHmac('sha256', key).update(`id.${seconds}.`).update(BODY).digest('base64');
  return { 'webhook-id': 'id', 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,old v1,${signature}` };
}

describe('the receiver in the documentation', () => {
  it.each([
    ['of Standard Webhooks', `whsec_${KEY.toString('base64')}`, KEY],
    ['of any other form', 'a secret ü', 'a secret ü'],
  ])('accepts bodies signed with a secret %s, like our own verification', (_form, secret, key) => {
    expect(isSigned(signed(key), BODY, secret)).toBe(true);
    const request = { headers: signed(key), body: BODY, secret, nowMs: Date.now() };
    expect(verifySignature({ ...request, scheme: 'standard_webhooks' })).toBe(true);
  });

  it('refuses changed bodies, secrets, ids and times', () => {
    const headers = signed('right');
    expect(isSigned(headers, new TextEncoder().encode('{"ü":2}'), 'right')).toBe(false);
    expect(isSigned(headers, BODY, 'wrong')).toBe(false);
    expect(isSigned({ ...headers, 'webhook-id': 'other' }, BODY, 'right')).toBe(false);
    const now = Math.floor(Date.now() / 1000);
    for (const seconds of [now - 330, now + 330]) expect(isSigned(signed('right', seconds), BODY, 'right')).toBe(false);
    expect(isSigned({}, BODY, 'right')).toBe(false);
  });
});
