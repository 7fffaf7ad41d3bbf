import type { AiProvider } from './ai-provider.ts';
import { anthropic } from './providers/anthropic.ts';
import { openaiCompatible } from './providers/openai-compatible.ts';

/** To add a provider, add a file next to these and an entry here. */
export const aiProviders: readonly AiProvider[] = [openaiCompatible, anthropic];
