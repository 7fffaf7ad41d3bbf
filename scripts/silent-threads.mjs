// @ts-check
/**
 * Node 26 tells its watcher about the files of a thread in messages of that thread, and does not keep them from its owner
 * (`lib/internal/worker.js`): the service would take them for answers. Threads get this environment without the order to do so.
 */
delete process.env['WATCH_REPORT_DEPENDENCIES'];
