import type { ReceivedRequest } from '../receiver.ts';
import type { ReceiverAnswer } from '../receiver-connection.ts';
import { json, type ScriptedProvider, startScriptedProvider } from './scripted-provider.ts';

export const AI_KEY = 'sk-test-0123456789';

export interface ScriptedAiProvider extends ScriptedProvider {
  /** The model's text, in the pieces in which it is streamed. */
  says: readonly string[];
  /** Bodies of the received requests. */
  readonly asked: readonly Readonly<Record<string, unknown>>[];
}

/** https://platform.openai.com/docs/api-reference/chat */
export function startOpenAi(): Promise<ScriptedAiProvider> {
  return startAi(({ method, path, headers }, state) => {
    if (headers['authorization'] !== `Bearer ${AI_KEY}`)
      return json(401, { error: { message: `Incorrect API key provided: ${AI_KEY}.`, type: 'invalid_request_error' } });
    if (method === 'GET' && path === '/models') return json(200, { object: 'list', data: [] });
    if (path !== '/chat/completions') return undefined;
    const { model, stream } = state.ask();
    const head = { id: 'chatcmpl-1', created: 1, model };
    const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };
    if (stream !== true) {
      const message = { role: 'assistant', content: state.says().join(''), refusal: null };
      const choices = [{ index: 0, message, finish_reason: 'stop', logprobs: null }];
      return json(200, { ...head, object: 'chat.completion', choices, usage });
    }
    const chunk = { ...head, object: 'chat.completion.chunk' };
    const events = [
      ...state
        .says()
        .map((content) => ({ ...chunk, choices: [{ index: 0, delta: { content }, finish_reason: null }] })),
      { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
      { ...chunk, choices: [], usage },
    ];
    return eventStream([...events.map((event) => `data: ${JSON.stringify(event)}`), 'data: [DONE]']);
  });
}

/** https://docs.anthropic.com/en/api/messages */
export function startAnthropic(): Promise<ScriptedAiProvider> {
  return startAi(({ method, path, headers }, state) => {
    if (headers['x-api-key'] !== AI_KEY || headers['authorization'] !== `Bearer ${AI_KEY}`)
      return json(401, { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } });
    if (method === 'GET' && path.startsWith('/v1/models')) return json(200, { data: [], has_more: false });
    if (path !== '/v1/messages') return undefined;
    const { model, stream } = state.ask();
    const head = { id: 'msg_1', type: 'message', role: 'assistant', model, stop_reason: null, stop_sequence: null };
    if (stream !== true) {
      const content = [{ type: 'text', text: state.says().join('') }];
      return json(200, { ...head, content, stop_reason: 'end_turn', usage: { input_tokens: 11, output_tokens: 7 } });
    }
    const events = [
      { type: 'message_start', message: { ...head, content: [], usage: { input_tokens: 11, output_tokens: 1 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      ...state.says().map((text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', stop_sequence: null },
        usage: { input_tokens: null, output_tokens: 7 },
      },
      { type: 'message_stop' },
    ];
    return eventStream(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}`));
  });
}

interface State {
  ask(): Readonly<Record<string, unknown>>;
  says(): readonly string[];
}

async function startAi(
  script: (request: ReceivedRequest, state: State) => ReceiverAnswer | undefined,
): Promise<ScriptedAiProvider> {
  const asked: Record<string, unknown>[] = [];
  const provider: ScriptedProvider & { says?: readonly string[] } = await startScriptedProvider((request) =>
    script(request, {
      ask: () => {
        const body = request.json<Record<string, unknown>>();
        asked.push(body);
        return body;
      },
      says: () => provider.says ?? [],
    }),
  );
  return Object.assign(provider, { says: ['Hello', ' there'], asked });
}

function eventStream(events: readonly string[]): ReceiverAnswer {
  return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: `${events.join('\n\n')}\n\n` };
}
