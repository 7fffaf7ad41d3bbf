export { type ProjectReader, startCheck } from './answer-check.ts';
