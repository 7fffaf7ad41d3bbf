import { channel } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import { wasEndedFromOutside } from '../../../../platform/confinement/process-end.ts';
import { serveOrders } from '../../../../platform/confinement/serve-orders.ts';
import { bundleFiles } from './bundle-files.ts';
import type { BundleOrder } from './bundle-order.ts';

/** How long to wait for esbuild's process to end after a failed bundling. */
const CHILD_END_MS = 1000;

let childEnded: Promise<void> = Promise.resolve();
// If something kills esbuild's child process, this one kills itself too, so that the source is not blamed.
channel('child_process').subscribe((message) => {
  const { process: child } = message as { readonly process: NodeJS.EventEmitter };
  childEnded = new Promise((resolve) => {
    child.once('exit', (code: number | null, signal: NodeJS.Signals | null) => {
      if (signal !== null && wasEndedFromOutside({ code, signal })) process.kill(process.pid, 'SIGKILL');
      resolve();
    });
  });
});

// Runs in a separate process, so that a hostile source can only exhaust or crash this process.
let files: ReadonlyMap<string, string> = new Map();
serveOrders(async (told) => {
  const order = told as BundleOrder;
  if (order.files !== undefined) files = new Map(order.files);
  try {
    return { head: await bundleFiles(files, order.entry) };
  } catch (error) {
    // esbuild's process died. Its output closes before its exit signal is known; then this process ends as well.
    await Promise.race([childEnded, sleep(CHILD_END_MS)]);
    throw error;
  }
});
