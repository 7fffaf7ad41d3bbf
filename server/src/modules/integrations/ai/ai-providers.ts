import type { AiProvider } from './ai-provider.ts';
import { anthropic } from './providers/anthropic.ts';
import { openaiCompatible } from './providers/openai-compatible.ts';

/** A new one is a file like these and a line here. */
export const aiProviders: readonly AiProvider[] = [openaiCompatible, anthropic];
