import type { ReceivedRequest, Receiver } from '../receiver.ts';
import { startReceiver } from '../receiver.ts';
import type { ReceiverAnswer } from '../receiver-connection.ts';

/** A provider's response to a request; undefined for unknown paths. */
export type ProviderScript = (request: ReceivedRequest) => ReceiverAnswer | undefined;

/** Simulates an external service according to its documentation. */
export interface ScriptedProvider extends AsyncDisposable {
  readonly receiver: Receiver;
  /** Base URL of its API. */
  readonly url: string;
  /** Replaces the next responses; the provider still carries out the requests when `hasActed`. */
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

/** Acts once for each idempotency key and repeats the first response afterwards. */
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
