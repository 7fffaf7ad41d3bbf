import type { Logger } from '../../../../platform/logger.ts';
import type { Bridge, BridgeReply } from '../interface/function-call.ts';
import { partsOf, type UnnumberedFrame } from '../wire/frames.ts';
import { ASK_BYTES_MAX } from '../wire/protocol.ts';
import { readTextAsk } from './read-ask.ts';
import { BROKEN, TOO_LARGE } from './refusals.ts';

export async function answerQuestion(
  question: string,
  bridge: Bridge,
  logger: Logger,
): Promise<readonly UnnumberedFrame[]> {
  try {
    if (Buffer.byteLength(question) > ASK_BYTES_MAX) return framesOfReply({ refusal: TOO_LARGE });
    return framesOfReply(await bridge(readTextAsk(JSON.parse(question))));
  } catch (error) {
    logger.error({ err: error }, 'A request of a function could not be answered.');
    return framesOfReply({ refusal: BROKEN });
  }
}

function framesOfReply(reply: BridgeReply): readonly UnnumberedFrame[] {
  if (reply === undefined) return [{ kind: 'none', number: 0, texts: [] }];
  if ('refusal' in reply) return [{ kind: 'refusal', number: 0, texts: [JSON.stringify(reply.refusal)] }];
  if ('bytes' in reply) throw new Error('Bytes are sent by HTTP.');
  return partsOf(reply.json).map((text, at, { length }) => ({
    kind: at === length - 1 ? 'json' : 'part',
    number: 0,
    texts: [text],
  }));
}
