import { writeFile } from 'node:fs/promises';
import { guide } from './guide.ts';

await writeFile(new URL('../../docs/cli.md', import.meta.url), guide());
