import { describe, expect, it } from 'vitest';
import { createTestClock } from '../../../../test/test-clock.ts';
import type { Project } from '../../../callers/index.ts';
import { createFlowSeals, FLOW_MS } from './flow.ts';
import { chooseSlot, endedFlowCookie, flowCookie, readFlowCookie } from './flow-cookie.ts';

const MASTER_KEY = new Uint8Array(32).fill(7);
const FROM = { callbackUrl: 'https://api.example.com/callback', redirectTo: 'https://app.example.com/', slot: 3 };

function projectOf(id: string): Project {
  return {
    id,
    store: `p_${id}`,
    name: id,
    plan: 'free',
    publicKey: 'pk_x',
    allowedOrigins: [],
    createdAt: '2026-01-02T03:04:05.000Z',
  };
}

function setUp({ project = projectOf('shop'), provider = 'google', clock = createTestClock() } = {}) {
  return { clock, seals: createFlowSeals({ masterKey: MASTER_KEY, clock }, { project, provider }) };
}

describe('a sign-in at a provider', () => {
  it('survives sealing and opening, with new secrets each time', () => {
    const { seals } = setUp();
    const one = seals.begin(FROM);
    const other = seals.begin(FROM);
    const state = seals.openState(one.state);
    expect(state).toEqual({ id: one.flow.id, expiresAtMs: one.flow.expiresAtMs, slot: 3 });
    expect(state && seals.openFlow(one.cookieValue, state)).toEqual(one.flow);
    for (const name of ['id', 'verifier', 'nonce'] as const) {
      expect(one.flow[name]).not.toBe(other.flow[name]);
      expect(one.flow[name].length).toBeGreaterThanOrEqual(22);
    }
  });

  it('shows the provider neither the verifier, the nonce nor the redirect target', () => {
    const { flow, state, cookieValue } = setUp().seals.begin(FROM);
    for (const text of [state, cookieValue]) {
      const bytes = Buffer.from(text, 'base64url').toString('latin1');
      for (const secret of [flow.verifier, flow.nonce, flow.redirectTo]) expect(bytes).not.toContain(secret);
    }
  });

  it('expires after ten minutes', () => {
    const { clock, seals } = setUp();
    const { state } = seals.begin(FROM);
    clock.advance(FLOW_MS - 1);
    expect(seals.openState(state)).toBeDefined();
    clock.advance(1);
    expect(seals.openState(state)).toBeUndefined();
  });

  it('is valid only for its project and provider, and only unmodified', () => {
    const { clock, seals } = setUp();
    const { state } = seals.begin(FROM);
    expect(setUp({ clock, project: projectOf('other') }).seals.openState(state)).toBeUndefined();
    expect(setUp({ clock, provider: 'github' }).seals.openState(state)).toBeUndefined();
    for (const forged of ['', 'x', state.slice(0, -4), changedAt(state, 0), changedAt(state, 40)]) {
      expect(seals.openState(forged)).toBeUndefined();
    }
  });

  it('refuses the cookie of another flow, and a state used as a cookie', () => {
    const { seals } = setUp();
    const one = seals.begin(FROM);
    const other = seals.begin(FROM);
    const state = seals.openState(one.state);
    expect(state && seals.openFlow(other.cookieValue, state)).toBeUndefined();
    expect(state && seals.openFlow(one.state, state)).toBeUndefined();
    expect(seals.openState(one.cookieValue)).toBeUndefined();
  });
});

function changedAt(text: string, at: number): string {
  return `${text.slice(0, at)}${text[at] === 'Z' ? 'Y' : 'Z'}${text.slice(at + 1)}`;
}

describe('the cookie of a flow', () => {
  const cookie = { project: projectOf('shop'), slot: 3, isHttps: true };

  it('is HttpOnly and SameSite=Lax, so scripts never see it', () => {
    expect(flowCookie(cookie, 'x')).toMatch(
      /^__Host-shop_oauth_3=x; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(flowCookie({ ...cookie, isHttps: false }, 'x')).toMatch(
      /^shop_oauth_3=x; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(endedFlowCookie(cookie)).toContain('=; Max-Age=0;');
  });

  it('on https is read only with the __Host- prefix, which no sub-domain can set', () => {
    const [pair = ''] = flowCookie(cookie, 'x').split(';');
    expect(readFlowCookie({ cookie: `a=b; ${pair}` }, cookie)).toBe('x');
    expect(readFlowCookie({ cookie: pair.replace('__Host-', '') }, cookie)).toBeUndefined();
    expect(readFlowCookie({}, cookie)).toBeUndefined();
  });

  it('uses a free one of eight slots in a browser, or overwrites one when all are in use', () => {
    const pairs: string[] = [];
    for (let taken = 0; taken < 8; taken += 1) {
      const slot = chooseSlot({ cookie: pairs.join('; ') }, cookie);
      const [pair = ''] = flowCookie({ ...cookie, slot }, 'x').split(';');
      expect(pairs).not.toContain(pair);
      pairs.push(pair);
    }
    const [pair = ''] = flowCookie({ ...cookie, slot: chooseSlot({ cookie: pairs.join('; ') }, cookie) }, 'x').split(
      ';',
    );
    expect(pairs).toContain(pair);
  });
});
