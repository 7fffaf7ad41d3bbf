import { joined } from './answer.ts';
import type { FirstTurns } from './first-turns.ts';

/** Answers larger than this are not copied together. */
const JOINED_BYTES_MAX = 1024 * 1024;

/** One response with the frames of several calls, each as soon as it is there. Most are there at once. */
export async function answerTogether(
  calls: readonly Promise<readonly Uint8Array[]>[],
  firstTurns: FirstTurns,
): Promise<Response> {
  let frames: Uint8Array[] = [];
  let left = calls.length;
  let more: (() => void) | undefined;
  for (const call of calls)
    call.then((frame) => {
      frames.push(...frame);
      left -= 1;
      more?.();
    });
  await firstTurns.pass(() => left === 0);
  const size = frames.reduce((bytes, frame) => bytes + frame.length, 0);
  if (left === 0 && size <= JOINED_BYTES_MAX) return new Response(joined(frames));

  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const send = async (): Promise<void> => {
    for (;;) {
      const ready = frames;
      frames = [];
      for (const frame of ready) if (frame.length > 0) await writer.write(frame);
      if (frames.length > 0) continue;
      if (left === 0) return await writer.close();
      await new Promise<void>((resolve) => {
        more = resolve;
      });
    }
  };
  // It fails when the service hangs up, which cancels everything here.
  send().catch(() => undefined);
  return new Response(readable);
}
