import type { OpenAI } from 'openai';
import { messageIn } from '../../providers/ask-json.ts';
import { type Connection, requireText, textOption } from '../../providers/connection.ts';
import { baseUrl, credential, text } from '../../providers/fields.ts';
import type { ProviderCall } from '../../providers/provider.ts';
import { ProviderRefusal } from '../../providers/provider-failure.ts';
import type { AiProvider, AiRequest } from '../ai-provider.ts';

const BASE_URL = 'https://api.openai.com/v1';

type Params = Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, 'stream'>;

/** OpenAI and services with a compatible API: https://platform.openai.com/docs/api-reference/chat. */
export const openaiCompatible: AiProvider = {
  name: 'openai-compatible',
  title: 'The AI provider',
  fields: { api_key: credential, model: text, base_url: baseUrl },

  async complete(connection, request, call) {
    const client = await clientOf(connection, call);
    const params = paramsOf(connection, request);
    return await withProviderErrors(client.APIError, async () => {
      if (call.onText === undefined) return answerOf(await client.chat(params));
      return await collect(await client.stream(params), call.onText, request.model);
    });
  },

  async test(connection, call) {
    const client = await clientOf(connection, call);
    const model = requireText(connection, 'model');
    await withProviderErrors(client.APIError, async () => {
      try {
        await client.models();
      } catch (error) {
        // Some compatible services have no list of models.
        if (!(error instanceof client.APIError) || (error.status !== 404 && error.status !== 405)) throw error;
        await client.chat({ model, messages: [{ role: 'user', content: 'Hi' }], max_tokens: 1 });
      }
    });
  },
};

async function clientOf(connection: Connection, { fetch, signal, timeoutMs, repeatKey }: ProviderCall) {
  const { APIError, OpenAI: Client } = await import('openai');
  const client = new Client({
    apiKey: requireText(connection, 'api_key'),
    baseURL: textOption(connection, 'base_url') ?? BASE_URL,
    organization: null,
    project: null,
    fetch,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
  });
  const options = { signal, headers: { 'idempotency-key': repeatKey } };
  return {
    APIError,
    chat: (params: Params) => client.chat.completions.create(params, options),
    stream: (params: Params) =>
      client.chat.completions.create({ ...params, stream: true, stream_options: { include_usage: true } }, options),
    models: () => client.models.list(options),
  };
}

function paramsOf(
  connection: Connection,
  { system, messages, model, temperature, maxTokens, schema }: AiRequest,
): Params {
  // Newer OpenAI models accept only the new name; most compatible services accept only the old one.
  const isOpenAi = (textOption(connection, 'base_url') ?? BASE_URL) === BASE_URL;
  const limit = isOpenAi ? 'max_completion_tokens' : 'max_tokens';
  return {
    model,
    messages: [...(system === undefined ? [] : [{ role: 'system' as const, content: system }]), ...messages],
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { [limit]: maxTokens }),
    ...(schema !== undefined && {
      response_format: { type: 'json_schema' as const, json_schema: { name: 'answer', schema: { ...schema } } },
    }),
  };
}

function answerOf(completion: OpenAI.ChatCompletion) {
  const text = completion.choices?.[0]?.message?.content;
  if (typeof text !== 'string') throw new Error('The answer has no text.');
  return { text, model: completion.model, usage: usageOf(completion.usage) };
}

async function collect(
  chunks: AsyncIterable<OpenAI.ChatCompletionChunk>,
  onText: (text: string) => void,
  asked: string,
) {
  let text = '';
  let model = asked;
  let usage = usageOf(undefined);
  let isWhole = false;
  for await (const chunk of chunks) {
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
  // The client takes an HTML page for a stream without events, and a truncated answer for a finished one.
  if (!isWhole) throw new Error('The answer was cut off.');
  return { text, model, usage };
}

function usageOf(usage: OpenAI.CompletionUsage | null | undefined) {
  return { input_tokens: usage?.prompt_tokens ?? 0, output_tokens: usage?.completion_tokens ?? 0 };
}

/** Converts the client's errors for answers to ours; connection errors pass through with their cause. */
async function withProviderErrors<Value>(
  APIError: typeof import('openai').APIError,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof APIError) || error.status === undefined) throw error;
    const message = messageIn(error.error) ?? error.message;
    throw new ProviderRefusal(error.status, message, error.headers?.get('retry-after'));
  }
}
