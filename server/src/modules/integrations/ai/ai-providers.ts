import type { AiProvider } from './ai-provider.ts';
import { anthropic } from './providers/anthropic.ts';
import { openaiCompatible } from './providers/openai-compatible.ts';

export const aiProviders: readonly AiProvider[] = [openaiCompatible, anthropic];
