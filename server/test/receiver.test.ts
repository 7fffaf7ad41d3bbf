import { request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startReceiver } from './index.ts';

function post(url: string, body = '{}', headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { method: 'POST', body, headers });
}

describe('the scripted receiver', () => {
  it('records the bytes of head and body, and answers 200 by default', async () => {
    await using receiver = await startReceiver();
    const answered = await new Promise<number | undefined>((resolve, reject) => {
      const request = httpRequest(`${receiver.url}?a=1`, { method: 'POST', headers: { 'X-Hook': 'One' } });
      request.on('error', reject).on('response', (response) => resolve(response.resume().statusCode));
      request.end('{"ü":1}');
    });
    expect(answered).toBe(200);
    const [request] = await receiver.received(1);
    expect(request).toMatchObject({ number: 1, attempt: 1, connection: 1, method: 'POST', path: '/hook?a=1' });
    expect(new TextDecoder().decode(request?.body)).toBe('{"ü":1}');
    expect(Buffer.from(request?.head ?? []).toString('latin1')).toContain('X-Hook: One');
    expect(request?.json()).toEqual({ ü: 1 });
  });

  it('answers by attempt per webhook-id, and repeats the last answer', async () => {
    await using receiver = await startReceiver({ script: [{ status: 500 }, { status: 201, body: 'ok' }] });
    const statuses: number[] = [];
    for (const id of ['a', 'b', 'a', 'a']) {
      const response = await post(receiver.url, '{}', { 'webhook-id': id });
      await response.text();
      statuses.push(response.status);
    }
    expect(statuses).toEqual([500, 500, 201, 201]);
    expect(receiver.requests.map(({ attempt }) => attempt)).toEqual([1, 1, 2, 3]);
  });

  it('hangs before and after its headers until it is released', async () => {
    await using receiver = await startReceiver({ script: { hang: 'before_headers', body: 'done' } });
    const first = post(receiver.url);
    await receiver.received(1);
    receiver.script = { hang: 'after_headers', body: 'done' };
    const second = await post(receiver.url);
    expect(receiver.inFlight()).toBe(2);
    receiver.release();
    expect(await (await first).text()).toBe('done');
    expect(await second.text()).toBe('done');
    expect(receiver.inFlightMax()).toBe(2);
  });

  it('resets connections, sends invalid HTTP and presents an untrusted certificate', async () => {
    await using receiver = await startReceiver({ script: { reset: 'before_headers' } });
    await expect(post(receiver.url)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    receiver.script = { reset: 'after_headers', body: 'x' };
    await expect(post(receiver.url).then((response) => response.text())).rejects.toThrow();
    receiver.script = { raw: 'NONSENSE\r\n\r\n' };
    await expect(post(receiver.url)).rejects.toThrow();
    await using tls = await startReceiver({ isTls: true });
    await expect(post(tls.url)).rejects.toMatchObject({ cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } });
    expect(tls.requests).toEqual([]);
  });

  it('stops sending a long body that the client does not read', async () => {
    await using receiver = await startReceiver({ script: { bodyBytes: 100_000_000 } });
    const response = await post(receiver.url);
    await response.body?.cancel();
    expect(receiver.bodyBytesSent()).toBeLessThan(50_000_000);
  });

  it('trickles, closes after the last answer, and reports what it waited for in vain', async () => {
    await using receiver = await startReceiver({ script: { trickleMs: 1, body: 'slow', isLast: true } });
    expect(await (await post(receiver.url)).text()).toBe('slow');
    await (await post(receiver.url)).text();
    expect(receiver.connections()).toBe(2);
    await expect(receiver.received(3, 20)).rejects.toThrow('Waited in vain for 3; 2 came');
  });
});
