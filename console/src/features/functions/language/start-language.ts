import type { LanguageAnswer, LanguageRequest } from './language-messages.ts';
import type { FunctionLanguage } from './language-service.ts';

export type RunningLanguage = {
  readonly [Name in keyof FunctionLanguage]: (
    ...parameters: Parameters<FunctionLanguage[Name]>
  ) => Promise<ReturnType<FunctionLanguage[Name]>>;
} & { stop(): void };

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** Loads the worker, about 1 MB, of which the browser keeps the compiled code. Calls reject if it cannot be loaded. */
export function startLanguage(): RunningLanguage {
  const worker = new Worker(new URL('./language.worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let failure: Error | undefined;
  const fail = (error: Error): void => {
    failure = error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.addEventListener('message', ({ data }: MessageEvent<LanguageAnswer>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('error' in data) asked?.reject(new Error(data.error));
    else asked?.resolve(data.result);
  });
  worker.addEventListener('error', ({ message }) =>
    fail(new Error(message || 'The type checker could not be loaded.')),
  );
  const call = (name: keyof FunctionLanguage, parameters: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (failure !== undefined) return reject(failure);
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      worker.postMessage({ id: lastId, name, parameters } satisfies LanguageRequest);
    });
  const forward = <Name extends keyof FunctionLanguage>(name: Name): RunningLanguage[Name] =>
    ((...parameters: readonly unknown[]) => call(name, parameters)) as RunningLanguage[Name];
  return {
    setProject: forward('setProject'),
    setSources: forward('setSources'),
    problems: forward('problems'),
    complete: forward('complete'),
    describe: forward('describe'),
    describeCompletion: forward('describeCompletion'),
    stop: () => {
      worker.terminate();
      fail(new Error('The type checker was stopped.'));
    },
  };
}
