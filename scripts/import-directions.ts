import { cruise, format, type ICruiseResult } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { circlesOf } from './folder-circles.ts';

const PLACES = ['server/src', 'packages', 'cli/src', 'bench/src', 'e2e'];

// The rules of `.dependency-cruiser.cjs`, and one that it has no words for: files and folders that stand side by side in the
// server import each other in one direction only.
const { output } = await cruise(PLACES, await extractOptions('./.dependency-cruiser.cjs'));
if (typeof output === 'string') throw new Error(output);
const report = await format(output, { outputType: 'err' });
console.log(report.output);
const circles = circlesOf(importsOf(output));
for (const circle of circles) console.error(`These import each other both ways:\n  ${circle.join('\n  ')}\n`);
process.exitCode = circles.length > 0 ? 1 : report.exitCode;

function importsOf({ modules }: ICruiseResult): readonly (readonly [string, string])[] {
  return modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => [source, resolved] as const).filter((ends) => ends.every(isOfServer)),
  );
}

function isOfServer(file: string): boolean {
  return file.startsWith('server/src/');
}
