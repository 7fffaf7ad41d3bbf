import type { ApiAnswer } from '../harness/api-client.ts';
import type { Processes } from './processes.ts';

/** The parts of an answer that are looked at, whoever asked. */
export type Answer = Pick<ApiAnswer, 'status' | 'headers' | 'text' | 'body'>;

/** Calls any process that runs, another one when the first is gone or says that it cannot now. */
export function createAnyCaller(processes: Processes) {
  return async (work: (url: string) => Promise<Answer>): Promise<Answer | undefined> => {
    const urls = [...processes.urls()].sort(() => Math.random() - 0.5);
    for (const url of urls) {
      const answer = await work(url).catch(() => undefined);
      if (answer !== undefined && answer.status < 500) return answer;
    }
    return undefined;
  };
}

export type AnyCaller = ReturnType<typeof createAnyCaller>;
