import { unpackCall } from '../wire/call-texts.ts';
import { type Frame, framesOf } from '../wire/frames.ts';
import type { ShimAnswer } from './answer.ts';
import { checkModule } from './check-module.ts';
import { hungAmong } from './hung-runs.ts';
import { createOutbox } from './outbox.ts';
import { refusedError } from './refused-error.ts';
import { createRun, endRun, type Fetcher, type Run, stopRun } from './run.ts';
import { runCall } from './run-call.ts';

export interface ServerSocket {
  binaryType: string;
  accept(): void;
  send(message: string | Uint8Array<ArrayBuffer>): void;
  close(): void;
  addEventListener(type: 'message', listener: (event: { readonly data: string | ArrayBuffer }) => void): void;
}

interface PendingQuestion {
  resolve(reply: unknown): void;
  reject(error: Error): void;
}

export function serveChannel(socket: ServerSocket, bridge: Fetcher): void {
  const runs = new Map<number, Run>();
  const asked = new Map<number, PendingQuestion>();
  const parts = new Map<number, string>();
  let lastAsk = 0;
  const outbox = createOutbox((message) => socket.send(message));
  const channel = {
    ask: (call: number, question: string): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const id = ++lastAsk;
        asked.set(id, { resolve, reject });
        outbox.add({ kind: 'ask', id, number: call, texts: [question] });
      }),
  };

  const answer = (id: number, { kind, texts, bytes }: ShimAnswer, lines: number): void =>
    outbox.add({ kind, id, number: lines, texts, ...(bytes !== undefined && { bytes }) });
  const begin = (frame: Frame): void => {
    const call = unpackCall(frame.texts);
    const run = createRun({ id: frame.id, token: call.token, bridge, channel });
    runs.set(frame.id, run);
    run.ending = runCall(run, call, frame).then((ended) => {
      if (!runs.delete(frame.id)) return;
      endRun(run);
      answer(frame.id, ended, run.linesWritten);
    });
  };
  const stop = (id: number, run: Run): void => {
    runs.delete(id);
    stopRun(run);
  };
  const cancel = (id: number): void => {
    const run = runs.get(id);
    if (run !== undefined) stop(id, run);
  };
  const probe = (suspects: readonly Run[]): void => {
    const hung = new Set(hungAmong(suspects));
    for (const run of suspects) {
      const { id, linesWritten: number } = run;
      if (hung.has(run)) stop(id, run);
      outbox.add({ kind: hung.has(run) ? 'hung' : 'waits', id, number, texts: [] });
    }
  };
  const reply = ({ kind, id, texts: [text = ''] }: Frame): void => {
    const ask = asked.get(id);
    asked.delete(id);
    const whole = (parts.get(id) ?? '') + text;
    parts.delete(id);
    if (kind === 'refusal') ask?.reject(refusedError(whole));
    else ask?.resolve(kind === 'none' ? undefined : whole);
  };
  const check = (id: number, name: string): void => {
    checkModule(name).then(
      (checked) => answer(id, checked, 0),
      () => socket.close(),
    );
  };
  const onFrame = (frame: Frame): void => {
    const { kind, id, texts } = frame;
    if (kind === 'call') begin(frame);
    else if (kind === 'check') check(id, texts[0] ?? '');
    else if (kind === 'cancel') cancel(id);
    else if (kind === 'part') parts.set(id, (parts.get(id) ?? '') + (texts[0] ?? ''));
    else if (kind === 'taken') outbox.taken();
    else reply(frame);
  };
  socket.binaryType = 'arraybuffer';
  socket.accept();
  socket.addEventListener('message', ({ data }) => {
    try {
      const suspects: Run[] = [];
      for (const frame of framesOf(typeof data === 'string' ? data : new Uint8Array(data))) {
        const suspect = frame.kind === 'probe' ? runs.get(frame.id) : undefined;
        if (suspect !== undefined) suspects.push(suspect);
        else if (frame.kind !== 'probe') onFrame(frame);
      }
      // Checks all of them at once, because a check collects garbage.
      if (suspects.length > 0) probe(suspects);
      outbox.flush();
    } catch {
      // Closing the socket ends every request that still waits for an answer.
      socket.close();
    }
  });
}
