export { type Block, HashThread, type StreamHash } from './hash-thread.ts';
