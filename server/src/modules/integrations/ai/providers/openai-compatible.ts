import { askJson } from '../../providers/ask-json.ts';
import { askStream } from '../../providers/ask-stream.ts';
import { type Connection, requireText, textOption } from '../../providers/connection.ts';
import { baseUrl, credential, text } from '../../providers/fields.ts';
import { ProviderRefusal } from '../../providers/provider-failure.ts';
import type { AiAnswer, AiProvider, AiRequest } from '../ai-provider.ts';

const BASE_URL = 'https://api.openai.com/v1';

interface Usage {
  readonly prompt_tokens?: number;
  readonly completion_tokens?: number;
}

interface Completion {
  readonly model?: string;
  readonly choices?: readonly { readonly message?: { readonly content?: unknown } }[];
  readonly usage?: Usage | null;
}

interface CompletionChunk {
  readonly model?: string;
  readonly choices?: readonly { readonly delta?: { readonly content?: unknown }; readonly finish_reason?: unknown }[];
  readonly usage?: Usage | null;
  readonly error?: unknown;
}

/** OpenAI and services with a compatible API: https://platform.openai.com/docs/api-reference/chat. */
export const openaiCompatible: AiProvider = {
  name: 'openai-compatible',
  title: 'The AI provider',
  fields: { api_key: credential, model: text, base_url: baseUrl },

  async complete(connection, request, call) {
    const url = `${baseOf(connection)}/chat/completions`;
    const headers = { ...authorization(connection), 'idempotency-key': call.repeatKey };
    const json = paramsOf(connection, request);
    if (call.onText === undefined) return answerOf((await askJson(call, url, { headers, json })).body, request.model);
    const streaming = { ...json, stream: true, stream_options: { include_usage: true } };
    return await collect(askStream(call, url, { headers, json: streaming }), call.onText, request.model);
  },

  async test(connection, call) {
    const headers = authorization(connection);
    const model = requireText(connection, 'model');
    try {
      await askJson(call, `${baseOf(connection)}/models`, { headers });
    } catch (error) {
      // Some compatible services have no list of models.
      if (!(error instanceof ProviderRefusal) || (error.status !== 404 && error.status !== 405)) throw error;
      const json = { model, messages: [{ role: 'user', content: 'Hi' }], max_tokens: 1 };
      await askJson(call, `${baseOf(connection)}/chat/completions`, { headers, json });
    }
  },
};

function baseOf(connection: Connection): string {
  return textOption(connection, 'base_url') ?? BASE_URL;
}

function authorization(connection: Connection): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${requireText(connection, 'api_key')}` };
}

function paramsOf(
  connection: Connection,
  { system, messages, model, temperature, maxTokens, schema }: AiRequest,
): Readonly<Record<string, unknown>> {
  // Newer OpenAI models accept only the new name; most compatible services accept only the old one.
  const limit = baseOf(connection) === BASE_URL ? 'max_completion_tokens' : 'max_tokens';
  return {
    model,
    messages: [...(system === undefined ? [] : [{ role: 'system', content: system }]), ...messages],
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { [limit]: maxTokens }),
    ...(schema !== undefined && {
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } },
    }),
  };
}

function answerOf(body: unknown, asked: string): AiAnswer {
  const { choices, model = asked, usage } = Object(body) as Completion;
  const text = choices?.[0]?.message?.content;
  if (typeof text !== 'string') throw new Error('The answer has no text.');
  return { text, model, usage: usageOf(usage) };
}

async function collect(
  events: AsyncIterable<unknown>,
  onText: (text: string) => void,
  asked: string,
): Promise<AiAnswer> {
  let text = '';
  let model = asked;
  let usage = usageOf(undefined);
  let isWhole = false;
  for await (const event of events) {
    const chunk = Object(event) as CompletionChunk;
    if (chunk.error != null) throw new Error('The provider ended the answer with an error.', { cause: chunk.error });
    const choice = chunk.choices?.[0];
    if (choice?.finish_reason != null) isWhole = true;
    const piece = choice?.delta?.content;
    if (typeof piece === 'string' && piece !== '') {
      text += piece;
      onText(piece);
    }
    model = chunk.model ?? model;
    if (chunk.usage != null) usage = usageOf(chunk.usage);
  }
  if (!isWhole) throw new Error('The answer was cut off.');
  return { text, model, usage };
}

function usageOf(usage: Usage | null | undefined): AiAnswer['usage'] {
  return { input_tokens: usage?.prompt_tokens ?? 0, output_tokens: usage?.completion_tokens ?? 0 };
}
