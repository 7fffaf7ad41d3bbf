import { setPriority } from 'node:os';
import { bundleFiles } from './bundle-files.ts';
import type { BundleOrder } from './bundle-order.ts';

const NICENESS = 10;

// A process of its own: what a hostile source makes of the bundler's memory, time or process ends with it.
setPriority(NICENESS);
let files: ReadonlyMap<string, string> = new Map();
process.on('disconnect', () => process.exit(0));
process.on('message', (order: BundleOrder) => {
  if (order.files !== undefined) files = new Map(order.files);
  bundleFiles(files, order.entry).then(
    (reply) => process.send?.(reply),
    // The library's own process died: so does this one, and whoever waits takes it for that.
    () => process.exit(1),
  );
});
