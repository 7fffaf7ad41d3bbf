import type { Anthropic } from '@anthropic-ai/sdk';
import { messageIn } from '../../providers/ask-json.ts';
import { type Connection, requireText, textOption } from '../../providers/connection.ts';
import { baseUrl, credential, text } from '../../providers/fields.ts';
import type { ProviderCall } from '../../providers/provider.ts';
import { ProviderRefusal } from '../../providers/provider-failure.ts';
import type { AiProvider, AiRequest } from '../ai-provider.ts';

const BASE_URL = 'https://api.anthropic.com';
/** The API requires a limit on the length of an answer. */
const MAX_TOKENS_DEFAULT = 4096;

/** https://docs.anthropic.com/en/api/messages */
export const anthropic: AiProvider = {
  name: 'anthropic',
  title: 'Anthropic',
  fields: { api_key: credential, model: text, base_url: baseUrl },

  async complete(connection, request, call) {
    const { client, APIError, options } = await clientOf(connection, call);
    const params = paramsOf(request);
    return await withProviderErrors(APIError, async () => {
      if (call.onText === undefined) return answerOf(await client.messages.create(params, options));
      const stream = client.messages.stream(params, options);
      stream.on('text', call.onText);
      return answerOf(await stream.finalMessage());
    });
  },

  async test(connection, call) {
    const { client, APIError, options } = await clientOf(connection, call);
    await withProviderErrors(APIError, async () => {
      await client.models.list({ limit: 1 }, options);
    });
  },
};

async function clientOf(connection: Connection, { fetch, signal, timeoutMs, repeatKey }: ProviderCall) {
  const { Anthropic: Client, APIError } = await import('@anthropic-ai/sdk');
  const apiKey = requireText(connection, 'api_key');
  const client = new Client({
    apiKey,
    // The client sends a bearer token, but gateways that are compatible with Anthropic expect the older header.
    defaultHeaders: { 'x-api-key': apiKey },
    authToken: null,
    baseURL: textOption(connection, 'base_url') ?? BASE_URL,
    fetch,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
  });
  return { client, APIError, options: { signal, headers: { 'idempotency-key': repeatKey } } };
}

function paramsOf(request: AiRequest): Anthropic.MessageCreateParamsNonStreaming {
  const { system, messages, model, temperature, maxTokens, schema } = request;
  return {
    model,
    max_tokens: maxTokens ?? MAX_TOKENS_DEFAULT,
    messages: messages.map(({ role, content }) => ({ role, content })),
    ...(system !== undefined && { system }),
    ...(temperature !== undefined && { temperature }),
    ...(schema !== undefined && { output_config: { format: { type: 'json_schema' as const, schema: { ...schema } } } }),
  };
}

function answerOf({ content, model, usage }: Anthropic.Message) {
  if (!Array.isArray(content)) throw new Error('The answer has no content.');
  const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  const { input_tokens = 0, output_tokens = 0 } = usage ?? {};
  return { text, model, usage: { input_tokens, output_tokens } };
}

/** Converts the client's errors for answers to ours; connection errors pass through with their cause. */
async function withProviderErrors<Value>(
  APIError: typeof import('@anthropic-ai/sdk').APIError,
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
