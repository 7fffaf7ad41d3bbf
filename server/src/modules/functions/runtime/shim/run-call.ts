import type { CallCause, CallTexts, RequestHead } from '../wire/call-texts.ts';
import type { Frame } from '../wire/frames.ts';
import { ANSWER_BYTES_MAX } from '../wire/protocol.ts';
import { answerOf, type ShimAnswer, thrownAnswer } from './answer.ts';
import { createContext } from './context.ts';
import { mainOf } from './modules.ts';
import { type Run, runs } from './run.ts';

/** Captured before any function could replace it. */
const { parse } = JSON;
const { freeze } = Object;

export async function runCall(run: Run, call: CallTexts, frame: Frame): Promise<ShimAnswer> {
  return await runs.run(run, async () => {
    try {
      const main = await mainOf(call.function);
      return await answerOf(await main(contextOf(run, call, frame)), ANSWER_BYTES_MAX);
    } catch (error) {
      return thrownAnswer(error);
    }
  });
}

function contextOf(run: Run, call: CallTexts, { number, bytes }: Frame): object {
  const { payload, request } = call;
  const { job = null, delivery = null } = causeOf(call.cause);
  return createContext(run, {
    project: call.project,
    function: call.function,
    run: call.run,
    deadline: call.deadline,
    user: call.user === 'null' ? null : parse(call.user),
    secrets: secretsOf(call.secrets),
    payload: payload === '' ? undefined : parse(payload),
    job: job && freeze(job),
    delivery: delivery && freeze(delivery),
    readRequest: () => (request === '' ? null : (parse(request) as RequestHead)),
    // A copy, so that the underlying buffer contains nothing else.
    readBody: () => bytes?.slice() ?? new TextEncoder().encode(number === 1 ? payload : ''),
  });
}

function causeOf(text: string): CallCause {
  return text === '' ? {} : (parse(text) as CallCause);
}

let lastSecrets = { text: '{}', secrets: freeze({}) };

/** All calls share one frozen object until a secret changes. */
function secretsOf(text: string): object {
  if (text !== lastSecrets.text) lastSecrets = { text, secrets: freeze(parse(text)) };
  return lastSecrets.secrets;
}
