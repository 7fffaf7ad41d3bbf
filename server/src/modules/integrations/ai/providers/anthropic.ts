import { askJson } from '../../providers/ask-json.ts';
import { askStream } from '../../providers/ask-stream.ts';
import { type Connection, requireText, textOption } from '../../providers/connection.ts';
import { baseUrl, credential, text } from '../../providers/fields.ts';
import type { AiAnswer, AiProvider, AiRequest } from '../ai-provider.ts';

const BASE_URL = 'https://api.anthropic.com';
const VERSION = '2023-06-01';
/** The API requires a limit on the length of an answer. */
const MAX_TOKENS_DEFAULT = 4096;

interface Usage {
  readonly input_tokens?: number | null | undefined;
  readonly output_tokens?: number | null | undefined;
}

interface Message {
  readonly model?: string;
  readonly content?: readonly { readonly type?: unknown; readonly text?: unknown }[];
  readonly usage?: Usage | null;
}

/** The fields of all kinds of events that are read here: https://docs.anthropic.com/en/api/messages-streaming. */
interface MessageEvent {
  readonly type?: string;
  readonly message?: Message;
  readonly delta?: { readonly text?: unknown };
  readonly usage?: Usage | null;
  readonly error?: unknown;
}

/** https://docs.anthropic.com/en/api/messages */
export const anthropic: AiProvider = {
  name: 'anthropic',
  title: 'Anthropic',
  fields: { api_key: credential, model: text, base_url: baseUrl },

  async complete(connection, request, call) {
    const url = `${baseOf(connection)}/v1/messages`;
    const headers = { ...headersOf(connection), 'idempotency-key': call.repeatKey };
    const json = paramsOf(request);
    if (call.onText === undefined) return answerOf((await askJson(call, url, { headers, json })).body, request.model);
    return await collect(
      askStream(call, url, { headers, json: { ...json, stream: true } }),
      call.onText,
      request.model,
    );
  },

  async test(connection, call) {
    await askJson(call, `${baseOf(connection)}/v1/models?limit=1`, { headers: headersOf(connection) });
  },
};

function baseOf(connection: Connection): string {
  return textOption(connection, 'base_url') ?? BASE_URL;
}

/** The API accepts either credential; compatible gateways accept only one of them. */
function headersOf(connection: Connection): Readonly<Record<string, string>> {
  const key = requireText(connection, 'api_key');
  return { 'x-api-key': key, authorization: `Bearer ${key}`, 'anthropic-version': VERSION };
}

function paramsOf({ system, messages, model, temperature, maxTokens, schema }: AiRequest) {
  return {
    model,
    max_tokens: maxTokens ?? MAX_TOKENS_DEFAULT,
    messages: messages.map(({ role, content }) => ({ role, content })),
    ...(system !== undefined && { system }),
    ...(temperature !== undefined && { temperature }),
    ...(schema !== undefined && { output_config: { format: { type: 'json_schema', schema } } }),
  };
}

function answerOf(body: unknown, asked: string): AiAnswer {
  const { content, model = asked, usage } = Object(body) as Message;
  if (!Array.isArray(content)) throw new Error('The answer has no content.');
  const text = content.map((block) => (block.type === 'text' ? String(block.text ?? '') : '')).join('');
  return { text, model, usage: usageOf(usage) };
}

async function collect(
  events: AsyncIterable<unknown>,
  onText: (text: string) => void,
  asked: string,
): Promise<AiAnswer> {
  let text = '';
  let model = asked;
  let usage: Usage = {};
  let isWhole = false;
  for await (const each of events) {
    const { type, message, delta, usage: counted, error } = Object(each) as MessageEvent;
    if (type === 'error') throw new Error('The provider ended the answer with an error.', { cause: error });
    model = message?.model ?? model;
    usage = withCounts(withCounts(usage, message?.usage), counted);
    if (typeof delta?.text === 'string' && delta.text !== '') {
      text += delta.text;
      onText(delta.text);
    }
    if (type === 'message_stop') isWhole = true;
  }
  if (!isWhole) throw new Error('The answer was cut off.');
  return { text, model, usage: usageOf(usage) };
}

/** Later events repeat a count, or have null for one that has not changed. */
function withCounts(usage: Usage, counted: Usage | null | undefined): Usage {
  return {
    input_tokens: counted?.input_tokens ?? usage.input_tokens,
    output_tokens: counted?.output_tokens ?? usage.output_tokens,
  };
}

function usageOf(usage: Usage | null | undefined): AiAnswer['usage'] {
  return { input_tokens: usage?.input_tokens ?? 0, output_tokens: usage?.output_tokens ?? 0 };
}
