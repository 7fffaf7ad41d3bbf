import type { Figure } from './figures.ts';
import { short } from './figures.ts';
import type { Machine } from './machine.ts';
import type { BenchOptions } from './options.ts';

const COLUMNS = 'Figure | Floor | Ratio | Spread | p50 ms | p99 ms | CPU µs/request | Target | Met';
const RULE = '|---|---|---|---|---|---|---|---|---|---|';

export function writeReport(
  options: BenchOptions,
  machine: Machine,
  figures: readonly Figure[],
  notes: readonly string[],
): string {
  const lines = [
    `# Results on ${options.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`,
    '',
    `Written by \`npm run bench${machine.args.length > 0 ? ` -- ${machine.args.join(' ')}` : ''}\` on ${machine.date}.`,
    '',
    `Machine: ${machine.cores} cores, ${machine.cpu}, ${machine.memoryGb} GB, ${machine.disk}, kernel ${machine.kernel}, Node ${machine.node}.`,
    `Big table: ${options.rows.toLocaleString('en-US')} rows of about 350 bytes; ${options.connections} connections; the load generator runs on the same cores;`,
    `median of ${options.rounds} rounds of ${options.measureMs / 1000} s each, floors and service in turn.`,
    options.isQuick ? '\n**A quick run: not to be quoted.**' : '',
    '',
    'Floors: `node:http` answering the same bytes (echo); the same statements in a bare loop (SQL); composite `1/(t_echo + t_sql)`.',
    'Spread: the distance between the fastest and the slowest round, as a part of the median.',
    '',
    headOf(machine),
    RULE,
    ...figures.map(lineOf),
    '',
    ...notes.map((note) => `- ${note}`),
    '',
  ];
  return lines.join('\n');
}

export function headOf({ cpu, cores }: Pick<Machine, 'cpu' | 'cores'>): string {
  return `| Work on ${cores} × ${cpu} | ${COLUMNS} |`;
}

export function lineOf(figure: Figure): string {
  const failures = figure.failures === undefined || figure.failures === 0 ? '' : ` — **${figure.failures} failures**`;
  const number = (value: number | undefined): string => (value === undefined ? '' : short(value));
  const cells = [
    figure.work,
    figure.figure + failures,
    figure.floor ?? '',
    figure.ratio ?? '',
    figure.spread === undefined ? '' : `${Math.round(figure.spread * 100)} %`,
    number(figure.p50Ms),
    number(figure.p99Ms),
    number(figure.cpuUs),
    figure.target?.text ?? '',
    verdictOf(figure),
  ];
  return `| ${cells.join(' | ')} |`;
}

function verdictOf({ target, value, failures }: Figure): string {
  if (target === undefined) return '';
  if ((failures ?? 0) > 0) return '**no** (failures)';
  return value !== undefined && target.isMet(value) ? 'yes' : '**no**';
}
