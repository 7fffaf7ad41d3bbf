import { type Frame, isLarge, messagesOf } from '../wire/frames.ts';

/** Outgoing frames of a channel: all frames of one turn are sent together, large ones one at a time. */
export interface Outbox {
  add(frame: Frame): void;
  /** The service has taken the last large frame. */
  taken(): void;
  /** Sends what is waiting; call it only in the channel's own turns. */
  flush(): void;
}

/** This many microtask turns without a new frame count as the end of a turn of the event loop. */
const QUIET_TURNS = 6;
const TURNS_MAX = 200;

/** `send` buffers without limit, so the next large frame waits until the service has taken the previous one. */
export function createOutbox(send: (message: string | Uint8Array<ArrayBuffer>) => void): Outbox {
  let frames: Frame[] = [];
  const large: Frame[] = [];
  const unsent: (string | Uint8Array<ArrayBuffer>)[] = [];
  let isWaiting = false;
  let isScheduled = false;

  const flush = (): void => {
    const [first] = isWaiting ? [] : large.splice(0, 1);
    isWaiting ||= first !== undefined;
    const together = first === undefined ? frames : [...frames, first];
    frames = [];
    unsent.push(...messagesOf(together));
    // `send` throws while code of another channel runs; the rest goes out with this channel's next message.
    for (let message = unsent[0]; message !== undefined; message = unsent[0]) {
      send(message);
      unsent.shift();
    }
  };
  const flushSoon = async (): Promise<void> => {
    let seen = 0;
    for (let turn = 0, quiet = 0; turn < TURNS_MAX && quiet < QUIET_TURNS; turn += 1) {
      await undefined;
      quiet = frames.length === seen ? quiet + 1 : 0;
      seen = frames.length;
    }
    isScheduled = false;
    flush();
  };
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    flushSoon().catch(() => undefined);
  };
  return {
    add: (frame) => {
      if (isLarge(frame)) large.push(frame);
      else frames.push(frame);
      schedule();
    },
    taken: () => {
      isWaiting = false;
      if (large.length > 0) schedule();
    },
    flush: () => {
      if (unsent.length > 0 || frames.length > 0) flushSoon().catch(() => undefined);
    },
  };
}
