import { serveOrders } from '../../../../platform/confinement/serve-orders.ts';
import { bundleFiles } from './bundle-files.ts';
import type { BundleOrder } from './bundle-order.ts';

// A process of its own: what a hostile source makes of the bundler's memory, time or process ends with it.
let files: ReadonlyMap<string, string> = new Map();
serveOrders(async (told) => {
  const order = told as BundleOrder;
  if (order.files !== undefined) files = new Map(order.files);
  // Rejects when the library's own process died: so does this one.
  return { head: await bundleFiles(files, order.entry) };
});
