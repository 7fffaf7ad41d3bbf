import type { Connection } from '../providers/connection.ts';
import type { Provider, ProviderCall } from '../providers/provider.ts';

export interface AiMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

export interface AiRequest {
  readonly system: string | undefined;
  readonly messages: readonly AiMessage[];
  readonly model: string;
  readonly temperature: number | undefined;
  readonly maxTokens: number | undefined;
  readonly schema: Readonly<Record<string, unknown>> | undefined;
}

export interface AiAnswer {
  readonly text: string;
  readonly model: string;
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number };
}

export interface AiProvider extends Provider {
  complete(
    connection: Connection,
    request: AiRequest,
    call: ProviderCall & { readonly onText?: ((text: string) => void) | undefined },
  ): Promise<AiAnswer>;
}
