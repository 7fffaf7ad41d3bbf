import { FrameReader, frameStart } from './frames.ts';
import { lowerPriority, WORKER_NICENESS } from './lower-priority.ts';

/** The service is trusted, so the length of its frames is not limited. */
const NO_LIMIT = { headBytesMax: 0xff_ff_ff_ff, bodyBytesMax: 0xff_ff_ff_ff };

/** Runs in a child process: answers each order of the service and ends when the service closes its input. */
export function serveOrders(
  obey: (order: unknown) => Promise<{ readonly head: unknown; readonly body?: Uint8Array }>,
): void {
  // The probe only checks that the program and its imports load.
  if (process.argv.includes('--probe')) process.exit(0);
  lowerPriority(process.pid, WORKER_NICENESS);
  const reader = new FrameReader(NO_LIMIT, ({ head: order }) => {
    obey(order).then(
      ({ head, body = new Uint8Array() }) => {
        process.stdout.write(frameStart(head, body.length));
        process.stdout.write(body);
      },
      // The waiting service treats the exit as the answer.
      () => process.exit(ORDER_FAILED_CODE),
    );
  });
  process.stdin.on('data', (piece: Buffer) => reader.push(piece));
  process.stdin.on('end', () => process.exit(0));
  // If a process ends before this frame, it never received an order, so the machine is at fault, not the order.
  process.stdout.write(frameStart(READY, 0));
}

export const READY = 'ready';
const ORDER_FAILED_CODE = 70;
