import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { type SignatureScheme, type SignedRequest, verifySignature } from './index.ts';

const NOW_S = 1_767_323_045;
const SECRET = 'a secret of some length';
const BODY = bytes('{"a":1,"ü":"€"}');

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function hmac(key: string | Uint8Array, prefix: string, body: Uint8Array, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', key).update(prefix).update(body).digest(encoding);
}

/** The headers that a sender of each scheme sends. */
function signed(scheme: SignatureScheme, seconds = NOW_S, secret = SECRET, body = BODY): Record<string, string> {
  const time = String(seconds);
  switch (scheme) {
    case 'own':
      return { 'x-webhook-signature': hmac(secret, '', body, 'hex') };
    case 'github':
      return { 'x-hub-signature-256': `sha256=${hmac(secret, '', body, 'hex')}` };
    case 'stripe':
      return { 'stripe-signature': `t=${time},v1=${hmac(secret, `${time}.`, body, 'hex')}` };
    case 'standard_webhooks':
      return {
        'webhook-id': 'msg_1',
        'webhook-timestamp': time,
        'webhook-signature': `v1,${hmac(secret, `msg_1.${time}.`, body, 'base64')}`,
      };
    case 'slack':
      return {
        'x-slack-request-timestamp': time,
        'x-slack-signature': `v0=${hmac(secret, `v0:${time}:`, body, 'hex')}`,
      };
    case 'shopify':
      return { 'x-shopify-hmac-sha256': hmac(secret, '', body, 'base64') };
  }
}

const SCHEMES: readonly SignatureScheme[] = ['stripe', 'standard_webhooks', 'slack', 'own', 'github', 'shopify'];
const TIMED: readonly SignatureScheme[] = ['stripe', 'standard_webhooks', 'slack'];

function verify(headers: SignedRequest['headers'], over: Partial<SignedRequest> = {}): boolean {
  return verifySignature({ headers, body: BODY, secret: SECRET, nowMs: NOW_S * 1000 + 999, ...over });
}

describe('published examples', () => {
  it('of GitHub is accepted', () => {
    const headers = {
      'X-Hub-Signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    };
    const body = bytes('Hello, World!');
    expect(verify(headers, { body, secret: "It's a Secret to Everybody" })).toBe(true);
    expect(verify(headers, { body, secret: "It's a Secret to everybody" })).toBe(false);
  });

  it('of Standard Webhooks is accepted', () => {
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    const body = bytes('{"test": 2432232314}');
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    expect(verify(headers, { body, secret, nowMs: 1_614_265_330_000 })).toBe(true);
    expect(verify(headers, { body: bytes('{"test":2432232314}'), secret, nowMs: 1_614_265_330_000 })).toBe(false);
  });

  it('of Slack is accepted', () => {
    const headers = {
      'X-Slack-Request-Timestamp': '1531420618',
      'X-Slack-Signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    };
    const body = bytes(
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar' +
        '&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2F' +
        'hooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN' +
        '&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
    );
    expect(verify(headers, { body, secret: '8f742231b10e8888abcd99yyyzzz85a5', nowMs: 1_531_420_618_000 })).toBe(true);
  });
});

describe('the package standardwebhooks', () => {
  it('agrees with this implementation on what to accept and what to refuse', () => {
    const secret = `whsec_${Buffer.from('0123456789abcdef01234567').toString('base64')}`;
    const other = new Webhook(secret);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: -400, max: 400 }), (text, late) => {
        const nowS = Math.floor(Date.now() / 1000);
        const time = new Date((nowS - late) * 1000);
        const body = bytes(text);
        const headers = {
          'webhook-id': 'msg_1',
          'webhook-timestamp': String(nowS - late),
          'webhook-signature': other.sign('msg_1', time, text.toWellFormed()),
        };
        expect(verify(headers, { body, secret, nowMs: nowS * 1000 })).toBe(Math.abs(late) <= 300);
      }),
    );
  });
});

describe.each(SCHEMES)('the scheme %s', (scheme) => {
  it('accepts a valid signature, whether the scheme is detected by its header or given', () => {
    expect(verify(signed(scheme))).toBe(true);
    expect(verify(new Headers(signed(scheme)))).toBe(true);
    expect(verify(signed(scheme), { scheme })).toBe(true);
    const upper = Object.entries(signed(scheme)).map(([name, value]) => [name.toUpperCase(), [value]] as const);
    expect(verify(Object.fromEntries(upper))).toBe(true);
  });

  it('refuses a signature of another scheme', () => {
    for (const other of SCHEMES.filter((candidate) => candidate !== scheme))
      expect(verify(signed(scheme), { scheme: other })).toBe(false);
  });

  it('refuses any flipped bit in the body and in every header', () => {
    const headers = Object.entries(signed(scheme));
    const flipped = (text: string, bit: number): string => {
      const buffer = Buffer.from(text, 'latin1');
      buffer[bit >> 3] = (buffer[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      return buffer.toString('latin1');
    };
    for (const [index, [name, value]] of headers.entries()) {
      for (let bit = 0; bit < value.length * 8; bit += 1) {
        const changed = headers.with(index, [name, flipped(value, bit)]);
        expect(verify(Object.fromEntries(changed)), `${name} bit ${bit}`).toBe(false);
      }
    }
    for (let bit = 0; bit < BODY.length * 8; bit += 1) {
      const body = Uint8Array.from(BODY);
      body[bit >> 3] = (body[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(verify(signed(scheme), { body }), `body bit ${bit}`).toBe(false);
    }
  });

  it('refuses a header that is cut, extended or sent twice', () => {
    for (const [name, value] of Object.entries(signed(scheme))) {
      for (const wrong of [value.slice(0, -1), `${value}0`, '', [value, value], undefined]) {
        const headers = { ...signed(scheme), [name]: wrong };
        expect(verify(headers as SignedRequest['headers']), `${name}: ${String(wrong)}`).toBe(false);
      }
    }
  });

  it('refuses an empty, missing or different secret, even if the sender used it', () => {
    for (const secret of ['', 'other', `${SECRET} `]) expect(verify(signed(scheme), { secret })).toBe(false);
    for (const secret of [undefined, null, 1, {}, ['a'], bytes(SECRET)])
      expect(verify(signed(scheme), { secret: secret as string })).toBe(false);
    expect(verify(signed(scheme, NOW_S, ''), { secret: '' })).toBe(false);
  });
});

describe.each(TIMED)('the time of %s', (scheme) => {
  it.each([
    [300, true],
    [-300, true],
    [301, false],
    [-301, false],
  ])('%i seconds from now is accepted: %s', (distance, isAccepted) => {
    expect(verify(signed(scheme, NOW_S + distance))).toBe(isAccepted);
  });

  it('may differ by the given tolerance, and is refused if the tolerance is not a valid number', () => {
    expect(verify(signed(scheme, NOW_S - 10), { toleranceS: 10 })).toBe(true);
    expect(verify(signed(scheme, NOW_S - 11), { toleranceS: 10 })).toBe(false);
    for (const toleranceS of [Number.NaN, -1, 'x' as unknown as number])
      expect(verify(signed(scheme), { toleranceS })).toBe(false);
    expect(verify(signed(scheme), { nowMs: Number.NaN })).toBe(false);
  });
});

describe('which signature counts', () => {
  it('the first known header decides, whatever later headers say', () => {
    for (const [index, first] of SCHEMES.entries()) {
      for (const second of SCHEMES.slice(index + 1)) {
        const wrong = signed(first, NOW_S, 'wrong');
        expect(verify({ ...signed(second), ...wrong }), `${first} before ${second}`).toBe(false);
        expect(verify({ ...signed(second), ...wrong }, { scheme: second })).toBe(true);
      }
    }
  });

  it('a scheme without a timestamp refuses text that a scheme with one has signed', () => {
    const old = NOW_S - 86_400;
    for (const prefix of [`v0:${old}:`, `${old}.`, `msg_1.${old}.`]) {
      const body = bytes(`${prefix}payload=x&text=old`);
      // The captured signature of yesterday's request over exactly these bytes.
      const captured = hmac(SECRET, '', body, 'hex');
      const shopify = { 'x-shopify-hmac-sha256': hmac(SECRET, '', body, 'base64') };
      const attempts = [{ 'x-webhook-signature': captured }, { 'x-hub-signature-256': `sha256=${captured}` }, shopify];
      for (const headers of attempts) expect(verify(headers, { body }), prefix).toBe(false);
    }
    const plain = bytes('{"version":"1.12.3"}');
    expect(verify(signed('own', NOW_S, SECRET, plain), { body: plain })).toBe(true);
  });

  it('an id in Standard Webhooks cannot smuggle in a body that another scheme signed', () => {
    const [old, fresh] = [NOW_S - 86_400, String(NOW_S)];
    // Signed yesterday; the sender of the content put today's time into it.
    const captured = hmac(SECRET, '', bytes(`v0:${old}:text=a.${fresh}.{}`), 'base64');
    const headers = {
      'webhook-id': `v0:${old}:text=a`,
      'webhook-timestamp': fresh,
      'webhook-signature': `v1,${captured}`,
    };
    expect(verify(headers, { body: bytes('{}') })).toBe(false);
  });

  it('our own scheme accepts a prefix sha256= and requires lower case', () => {
    const hex = hmac(SECRET, '', BODY, 'hex');
    expect(verify({ 'x-webhook-signature': `sha256=${hex}` })).toBe(true);
    for (const wrong of [hex.toUpperCase(), `sha1=${hex}`, `SHA256=${hex}`, `sha256=sha256=${hex}`])
      expect(verify({ 'x-webhook-signature': wrong }), wrong).toBe(false);
  });

  it('one valid signature among several is enough, so that secrets can be rotated', () => {
    const hex = hmac(SECRET, `${NOW_S}.`, BODY, 'hex');
    const base64 = hmac(SECRET, `m.${NOW_S}.`, BODY, 'base64');
    const standard = { 'webhook-id': 'm', 'webhook-timestamp': String(NOW_S) };
    const no = '0'.repeat(64);
    expect(verify({ 'stripe-signature': `t=${NOW_S},v1=${no},v1=${hex},v0=${no}` })).toBe(true);
    expect(verify({ 'stripe-signature': `t=${NOW_S},v0=${hex}` })).toBe(false);
    expect(verify({ 'stripe-signature': `t=${NOW_S},t=1,v1=${hex}` })).toBe(false);
    expect(verify({ ...standard, 'webhook-signature': `v1,${no} v1a,x v1,${base64}` })).toBe(true);
    expect(verify({ ...standard, 'webhook-signature': `v2,${base64}` })).toBe(false);
  });

  it('a named header is read as our own scheme unless a scheme is named, too', () => {
    const hex = hmac(SECRET, '', BODY, 'hex');
    expect(verify({ 'X-Provider-Sig': hex }, { header: 'x-provider-sig' })).toBe(true);
    expect(verify({ 'X-Provider-Sig': hex }, { header: 'x-other' })).toBe(false);
    const base64 = hmac(SECRET, '', BODY, 'base64');
    expect(verify({ 'X-Provider-Sig': base64 }, { header: 'x-provider-sig', scheme: 'shopify' })).toBe(true);
  });

  it('a malformed whsec_ secret never verifies Standard Webhooks, but works for our own scheme', () => {
    for (const secret of ['whsec_', 'whsec_not base64!', 'whsec_=']) {
      for (const key of [secret, secret.slice(6)]) {
        if (key === '') continue;
        expect(verify(signed('standard_webhooks', NOW_S, key), { secret }), secret).toBe(false);
      }
      expect(verify(signed('own', NOW_S, secret), { secret })).toBe(true);
    }
  });
});

describe('junk', () => {
  it('is refused and never throws', () => {
    const junk = fc.anything({ withNullPrototype: true, withTypedArray: true, withBigInt: true });
    const names = fc.constantFrom(...SCHEMES.flatMap((scheme) => Object.keys(signed(scheme))));
    const headers = fc.oneof(fc.dictionary(names, fc.oneof(fc.string({ unit: 'binary' }), junk)), junk);
    const request = fc.record({
      headers,
      body: fc.oneof(fc.constant(BODY), junk),
      secret: fc.oneof(fc.constant(SECRET), junk),
      nowMs: fc.oneof(fc.constant(NOW_S * 1000), junk),
      scheme: fc.oneof(fc.constantFrom(undefined, ...SCHEMES, '__proto__', 'constructor'), junk),
      header: fc.oneof(names, junk),
      toleranceS: fc.oneof(fc.constant(300), junk),
    });
    fc.assert(
      fc.property(request, (value) => {
        expect(verifySignature(value as SignedRequest)).toBe(false);
      }),
      { numRuns: 2000 },
    );
    for (const nothing of [undefined, null, 1, 'x'] as readonly unknown[])
      expect(verifySignature(nothing as SignedRequest)).toBe(false);
  });
});
