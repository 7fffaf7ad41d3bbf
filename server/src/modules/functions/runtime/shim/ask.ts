import { ASK_BYTES_MAX } from '../wire/protocol.ts';
import { type Run, runs, unlessStopped } from './run.ts';

const encoder = new TextEncoder();
/** A character takes at most three bytes. */
const SURE_CHARACTERS = ASK_BYTES_MAX / 3;

/** Sends a request of this run to the service. Returns the JSON value of the answer, or undefined. */
export async function ask(run: Run, question: object): Promise<unknown> {
  const current = runs.getStore();
  requireOwn(run, current);
  await unlessStopped(current, undefined);
  const text = JSON.stringify(question);
  if (text.length > SURE_CHARACTERS && encoder.encode(text).length > ASK_BYTES_MAX) throw tooLarge();
  const reply = await run.asks(() => run.channel.ask(run.id, text));
  return typeof reply === 'string' ? JSON.parse(reply) : undefined;
}

/** The context of a run is useless to a run on another channel: the runtime keeps the objects of different channels apart. */
function requireOwn(run: Run, current: Run | undefined): void {
  if (current !== undefined && current.channel !== run.channel) throw new Error('The run has ended.');
}

function tooLarge(): Error {
  const refused = { code: 'payload_too_large', status: 413 };
  return Object.assign(new Error('This is more than 2 MiB.'), refused);
}
