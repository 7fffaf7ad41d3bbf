export { type ConsolePages, createConsole } from './console.ts';
