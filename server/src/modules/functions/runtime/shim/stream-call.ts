import { createQueue } from '../../../../platform/queue.ts';
import { askForLines } from './ask-for-bytes.ts';
import type { Run } from './run.ts';

interface Line {
  readonly text?: string;
  readonly result?: object;
}

export interface StreamedCall extends AsyncIterable<string> {
  readonly result: Promise<object>;
}

/** `ctx.functions.stream`. The call starts immediately and continues even if the function does not read it; never throws. */
export function streamCall(run: Run, name: unknown, payload: unknown): StreamedCall {
  const question = { op: 'functions.stream', args: payload === undefined ? [name] : [name, payload] };
  const texts = createQueue<string>();
  const read = async (): Promise<object> => {
    let result = failed('The service did not answer.');
    try {
      for await (const line of askForLines(run, question)) {
        const { text, result: ended } = line as Line;
        if (text !== undefined) texts.add(text);
        if (ended !== undefined) result = ended;
      }
    } catch (error) {
      result = failed(error instanceof Error ? error.message : String(error));
    }
    texts.end();
    return result;
  };
  return { result: read(), [Symbol.asyncIterator]: () => texts.items[Symbol.asyncIterator]() };
}

function failed(error: string): object {
  return { success: false, error, code: 'function_error', duration_ms: 0 };
}
