import type { ReceivedRequest, Receiver } from '../receiver.ts';
import { startReceiver } from '../receiver.ts';
import type { ReceiverAnswer } from '../receiver-connection.ts';

/** The answer of a provider to a request; undefined when it knows no such address. */
export type ProviderScript = (request: ReceivedRequest) => ReceiverAnswer | undefined;

/** Somebody else's service, as its documentation says it is. */
export interface ScriptedProvider extends AsyncDisposable {
  readonly receiver: Receiver;
  /** Where its API is. */
  readonly url: string;
  /** Stands in the place of the next answers; the request is acted upon all the same when `hasActed`. */
  fault: { readonly answer: ReceiverAnswer; readonly hasActed?: boolean } | undefined;
  readonly requests: readonly ReceivedRequest[];
}

export async function startScriptedProvider(script: ProviderScript): Promise<ScriptedProvider> {
  const receiver = await startReceiver();
  const provider: ScriptedProvider = {
    receiver,
    url: `http://${receiver.host}`,
    fault: undefined,
    requests: receiver.requests,
    [Symbol.asyncDispose]: () => receiver.close(),
  };
  receiver.script = (request) => {
    const { fault } = provider;
    if (fault !== undefined && fault.hasActed !== true) return fault.answer;
    const answer = script(request) ?? json(404, { error: { message: `No such address: ${request.path}` } });
    return fault?.answer ?? answer;
  };
  return provider;
}

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): ReceiverAnswer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/** Acts once for each key of idempotency, and answers repetitions as it answered before. */
export function createOnce(): (key: string | undefined, act: () => ReceiverAnswer) => ReceiverAnswer {
  const answers = new Map<string, ReceiverAnswer>();
  return (key, act) => {
    const known = key === undefined ? undefined : answers.get(key);
    if (known !== undefined) return known;
    const answer = act();
    if (key !== undefined && (answer.status ?? 200) < 300) answers.set(key, answer);
    return answer;
  };
}
