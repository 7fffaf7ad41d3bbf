export { createScrub, type Scrub } from './scrub.ts';
