import { declarations } from 'virtual:function-declarations';
import type { LanguageAnswer, LanguageRequest } from './language-messages.ts';
import { createFunctionLanguage } from './language-service.ts';

const language = createFunctionLanguage(declarations);

addEventListener('message', ({ data }: MessageEvent<LanguageRequest>) => {
  const { id, name, parameters } = data;
  postMessage(answer(id, () => (language[name] as (...all: readonly unknown[]) => unknown)(...parameters)));
});

function answer(id: number, run: () => unknown): LanguageAnswer {
  try {
    return { id, result: run() };
  } catch (error) {
    return { id, error: String(error) };
  }
}
