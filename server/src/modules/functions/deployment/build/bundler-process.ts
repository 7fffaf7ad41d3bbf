import { channel } from 'node:diagnostics_channel';
import { wasEndedFromOutside } from '../../../../platform/confinement/process-end.ts';
import { serveOrders } from '../../../../platform/confinement/serve-orders.ts';
import { bundleFiles } from './bundle-files.ts';
import type { BundleOrder } from './bundle-order.ts';

// esbuild works in its own child process. If something from outside kills the child, this process kills itself in the
// same way, so that the service does not blame the source.
channel('child_process').subscribe((message) => {
  const { process: child } = message as { readonly process: NodeJS.EventEmitter };
  child.once('exit', (code: number | null, signal: NodeJS.Signals | null) => {
    if (signal !== null && wasEndedFromOutside({ code, signal })) process.kill(process.pid, 'SIGKILL');
  });
});

// Runs in a separate process, so that a hostile source can only exhaust or crash this process.
let files: ReadonlyMap<string, string> = new Map();
serveOrders(async (told) => {
  const order = told as BundleOrder;
  if (order.files !== undefined) files = new Map(order.files);
  // Rejects when esbuild's own process died; this process then ends too.
  return { head: await bundleFiles(files, order.entry) };
});
