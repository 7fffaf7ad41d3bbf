import { describe, expect, it } from 'vitest';
import { createBoundedCache } from './bounded-cache.ts';

/** A cache of texts that cost their length, and the keys that were loaded, in order. */
function openCache(bytesMax: number) {
  const cache = createBoundedCache<string, string>({ bytesMax, bytesOf: (text) => text.length });
  const loads: string[] = [];
  const get = (key: string, text = key) =>
    cache.get(key, async () => {
      loads.push(key);
      return text;
    });
  return { cache, loads, get };
}

describe('a bounded cache', () => {
  it('returns cached values without a promise, and loads each once', async () => {
    const { loads, get } = openCache(10);
    expect(await get('a')).toBe('a');
    expect(get('a')).toBe('a');
    expect(loads).toEqual(['a']);
  });

  it('loads once for all concurrent callers', async () => {
    const { loads, get } = openCache(10);
    expect(await Promise.all([get('a'), get('a'), get('a')])).toEqual(['a', 'a', 'a']);
    expect(loads).toEqual(['a']);
  });

  it('evicts the least recently used values over the cost limit, and no more than necessary', async () => {
    const { loads, get } = openCache(9);
    for (const key of ['aaa', 'bbb', 'ccc', 'aaa', 'ddd']) await get(key);
    expect([get('aaa'), get('ccc'), get('ddd')]).toEqual(['aaa', 'ccc', 'ddd']);
    expect(loads).toEqual(['aaa', 'bbb', 'ccc', 'ddd']);
    await get('bbb');
    expect(loads).toEqual(['aaa', 'bbb', 'ccc', 'ddd', 'bbb']);
  });

  it('keeps a value larger than the limit until another one is added', async () => {
    const { get, loads } = openCache(3);
    await get('large', 'xxxxxxxx');
    expect(get('large')).toBe('xxxxxxxx');
    await get('b');
    await get('large', 'xxxxxxxx');
    expect(loads).toEqual(['large', 'b', 'large']);
  });

  it('stays within its limit when later loads finish first', async () => {
    const { cache, loads, get } = openCache(4);
    const slow = Promise.withResolvers<string>();
    const first = cache.get('slow', () => slow.promise);
    await get('bb');
    await get('cc');
    slow.resolve('ss');
    await first;
    expect(cache.get('slow', () => Promise.reject(new Error('not in memory')))).toBe('ss');
    await get('bb');
    expect(loads).toEqual(['bb', 'cc', 'bb']);
  });

  it('does not keep a value that was deleted while it loaded', async () => {
    const { cache, loads, get } = openCache(10);
    const old = get('a', 'old');
    cache.forget('a');
    const fresh = get('a', 'new');
    expect([await old, await fresh, get('a')]).toEqual(['old', 'new', 'new']);
    expect(loads).toEqual(['a', 'a']);
  });

  it('frees the cost of deleted values', async () => {
    const { cache, loads, get } = openCache(4);
    for (const key of ['aa', 'bb']) await get(key);
    cache.forget('aa');
    await get('cc');
    expect([get('bb'), get('cc')]).toEqual(['bb', 'cc']);
    expect(loads).toEqual(['aa', 'bb', 'cc']);
  });

  it('reloads expired values, even when the clock was set back', async () => {
    let now = 5000;
    const options = { bytesMax: 10, bytesOf: () => 1, keptMs: 1000, nowMs: () => now };
    const cache = createBoundedCache<string, number>(options);
    const get = () => cache.get('a', async () => now);
    expect([await get(), get()]).toEqual([5000, 5000]);
    for (const [at, loaded] of [
      [6000, 5000],
      [6001, 6001],
      [7001, 6001],
      [1000, 1000],
    ] as const) {
      now = at;
      expect(await get()).toBe(loaded);
    }
  });

  it('passes a failure to all waiting callers, and retries for the next', async () => {
    const { cache, get } = openCache(10);
    const fail = () => cache.get('a', () => Promise.reject(new Error('gone')));
    const [first, second] = [fail(), get('a')];
    await expect(first).rejects.toThrow('gone');
    await expect(second).rejects.toThrow('gone');
    expect(await get('a')).toBe('a');
  });
});
