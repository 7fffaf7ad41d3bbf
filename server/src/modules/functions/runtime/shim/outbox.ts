import { type Frame, isLarge, messagesOf } from '../wire/frames.ts';

/** Outgoing frames of a channel: everything of a turn together, and large ones one at a time. */
export interface Outbox {
  add(frame: Frame): void;
  /** The last large thing has been taken. */
  taken(): void;
  /** Sends what could not be sent before; to be called in the channel's own turns. */
  flush(): void;
}

/** So many turns of microtasks without news are taken for the end of a turn of the event loop. */
const QUIET_TURNS = 6;
const TURNS_MAX = 200;

/**
 * `send` holds what it is given until it is read, without a word about how much that is: therefore the next large thing
 * is only given to it when the one before has been taken.
 */
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
    // It fails in code that another channel runs: what is left goes out when this one hears from the service again.
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
