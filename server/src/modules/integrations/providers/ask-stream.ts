import { type JsonRequest, parseJson, refusalOf } from './ask-json.ts';
import type { ProviderCall } from './provider.ts';

const EVENT_STREAM = 'text/event-stream';
const LINE_END = /\r\n|\n|\r(?!$)/;
/** Longer lines than any provider sends: the rest of an endless one must not fill the memory. */
const LINE_CHARACTERS_MAX = 8 * 1024 * 1024;

/**
 * Skips data that is not JSON (OpenAI's `[DONE]`), so check for the last event. Throws `ProviderRefusal`.
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export async function* askStream(
  call: Pick<ProviderCall, 'fetch'>,
  url: string,
  { headers, json }: Required<Pick<JsonRequest, 'headers' | 'json'>>,
): AsyncGenerator<unknown, void> {
  const answer = await call.fetch(url, {
    method: 'POST',
    headers: { ...headers, accept: EVENT_STREAM, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });
  if (!answer.ok) throw refusalOf(answer.status, parseJson(await answer.text()), answer.headers.get('retry-after'));
  if (answer.body === null || !answer.headers.get('content-type')?.startsWith(EVENT_STREAM)) return;
  let data: string[] = [];
  for await (const line of linesOf(answer.body)) {
    if (line.startsWith('data:')) data.push(line.slice('data:'.length));
    if (line !== '' || data.length === 0) continue;
    const event = parseJson(data.join('\n'));
    data = [];
    if (event !== undefined) yield event;
  }
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(LINE_END);
    rest = lines.pop() ?? '';
    if (rest.length > LINE_CHARACTERS_MAX) throw new Error('An event of the answer is too long.');
    yield* lines;
  }
}
