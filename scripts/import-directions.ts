import { cruise, format } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { circlesOf, importsWithin } from './folder-circles.ts';

const PLACES = ['server/src', 'packages', 'cli/src', 'bench/src', 'e2e'];

// Checks `.dependency-cruiser.cjs` and one rule more: siblings import each other in one direction only.
const { output } = await cruise(PLACES, await extractOptions('./.dependency-cruiser.cjs'));
if (typeof output === 'string') throw new Error(output);
const report = await format(output, { outputType: 'err' });
console.log(report.output);
const circles = circlesOf(importsWithin(PLACES, output.modules));
for (const circle of circles) console.error(`These import each other both ways:\n  ${circle.join('\n  ')}\n`);
process.exitCode = circles.length > 0 ? 1 : report.exitCode;
