import { channel } from 'node:diagnostics_channel';
import { wasEndedFromOutside } from '../../../../platform/confinement/process-end.ts';
import { serveOrders } from '../../../../platform/confinement/serve-orders.ts';
import { bundleFiles } from './bundle-files.ts';
import type { BundleOrder } from './bundle-order.ts';

// The library works in a process of its own. When something else ends that, this one ends in the same way, so that the service
// does not take it for the work of the source.
channel('child_process').subscribe((message) => {
  const { process: child } = message as { readonly process: NodeJS.EventEmitter };
  child.once('exit', (code: number | null, signal: NodeJS.Signals | null) => {
    if (signal !== null && wasEndedFromOutside({ code, signal })) process.kill(process.pid, 'SIGKILL');
  });
});

// A process of its own: what a hostile source makes of the bundler's memory, time or process ends with it.
let files: ReadonlyMap<string, string> = new Map();
serveOrders(async (told) => {
  const order = told as BundleOrder;
  if (order.files !== undefined) files = new Map(order.files);
  // Rejects when the library's own process died: so does this one.
  return { head: await bundleFiles(files, order.entry) };
});
