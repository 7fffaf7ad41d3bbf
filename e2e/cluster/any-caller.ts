import type { ApiAnswer } from '../harness/api-client.ts';
import type { Processes } from './processes.ts';

/** The parts of an answer that the tests check. */
export type Answer = Pick<ApiAnswer, 'status' | 'headers' | 'text' | 'body'>;

/** Calls any running process, and another one if the first is gone or unavailable. */
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
