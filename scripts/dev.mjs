// @ts-check
// Node loads all files, and tells them to its watcher, before it runs the first of them.
import './silent-threads.mjs';
import '../server/src/main.ts';
