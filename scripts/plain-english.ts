import { globSync, readFileSync } from 'node:fs';
import { findRiddles } from './riddles.ts';

const SOURCES = '{server,cli,console,packages,examples,e2e,bench,scripts}/**/*.{ts,tsx,mjs}';
const SKIPPED = /(?:^|\/)(?:node_modules|dist|build|release)\/|\.d\.ts$/;

// Refuses comments and type names that a reader has to decipher; CONTRIBUTING.md says what to write instead.
let count = 0;
for (const file of globSync(SOURCES).filter((path) => !SKIPPED.test(path))) {
  for (const { line, problem } of findRiddles(readFileSync(file, 'utf8'))) {
    console.error(`${file}:${line}: ${problem}`);
    count += 1;
  }
}
process.exitCode = count > 0 ? 1 : 0;
