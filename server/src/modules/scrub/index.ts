export type { ExpectedBlob, ExpectedBlobs } from './expected-blob.ts';
export { createScrub, type Scrub } from './scrub.ts';
