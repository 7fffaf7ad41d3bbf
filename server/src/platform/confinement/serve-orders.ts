import { FrameReader, frameStart } from './frames.ts';
import { giveWay, WORKER_NICENESS } from './give-way.ts';

/** The service is trusted with the length of what it sends. */
const NO_LIMIT = { headBytesMax: 0xff_ff_ff_ff, bodyBytesMax: 0xff_ff_ff_ff };

/** Runs in a process of its own: answers each order of the service, and ends when the service closes its input. */
export function serveOrders(
  obey: (order: unknown) => Promise<{ readonly head: unknown; readonly body?: Uint8Array }>,
): void {
  // A probe asks whether it gets here with all that it imports.
  if (process.argv.includes('--probe')) process.exit(0);
  giveWay(process.pid, WORKER_NICENESS);
  const reader = new FrameReader(NO_LIMIT, ({ head: order }) => {
    obey(order).then(
      ({ head, body = new Uint8Array() }) => {
        process.stdout.write(frameStart(head, body.length));
        process.stdout.write(body);
      },
      // The waiting service takes the end for an answer.
      () => process.exit(ORDER_FAILED_CODE),
    );
  });
  process.stdin.on('data', (piece: Buffer) => reader.push(piece));
  process.stdin.on('end', () => process.exit(0));
  // A process that ends before this never got to an order: the machine is to blame, not what it was to work on.
  process.stdout.write(frameStart(READY, 0));
}

export const READY = 'ready';
const ORDER_FAILED_CODE = 70;
