import type { Frame } from '../wire/frames.ts';
import { ANSWER_BYTES_MAX, type CallHead } from '../wire/protocol.ts';
import { type Answer, answerOf, thrownAnswer } from './answer.ts';
import { type CallBodies, createContext } from './context.ts';
import { mainOf } from './modules.ts';
import { type Run, runs } from './run.ts';

/** Taken before any function could put its own in its place. */
const { parse } = JSON;

export function headOf({ texts: [head = ''] }: Frame): CallHead {
  return parse(head);
}

/** Never rejects: what a function does is its answer. */
export async function runCall(run: Run, head: CallHead, frame: Frame): Promise<Answer> {
  return await runs.run(run, async () => {
    try {
      const main = await mainOf(head.function);
      return await answerOf(await main(createContext(run, head, bodiesOf(frame))), ANSWER_BYTES_MAX);
    } catch (error) {
      return thrownAnswer(error);
    }
  });
}

function bodiesOf({ number, texts: [, payload = ''], bytes }: Frame): CallBodies {
  return {
    payload: payload === '' ? undefined : parse(payload),
    // Bytes of its own, so that the buffer behind them holds nothing else.
    readBody: () => bytes?.slice() ?? new TextEncoder().encode(number === 1 ? payload : ''),
  };
}
