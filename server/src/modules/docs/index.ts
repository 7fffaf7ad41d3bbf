export { createDocs, type Docs } from './docs.ts';
