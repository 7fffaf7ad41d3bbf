import type { RecoverReport } from './recover.ts';

const SHOWN_MAX = 20;

export function reportText(report: RecoverReport, folder: string): string {
  const { generation, controlTimeMs, projects, notAsked, missing, notes } = report;
  const there = projects.filter(({ timeMs }) => timeMs !== undefined);
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const head = [
    `Recovered into ${folder} from generation ${generation.id} (${generation.machine}).`,
    `  ${counted(there.length, 'project')}, ${counted(sum(there.map(({ rows }) => rows)), 'row')}, ${counted(sum(there.map(({ files }) => files)), 'file')}`,
    ...(Number.isFinite(controlTimeMs) ? [`  ${iso(controlTimeMs)}  control store`] : []),
    ...limited(
      there.map(({ id, timeMs }) => `  ${iso(timeMs ?? 0)}  ${id}`),
      'project',
    ),
  ];
  const others =
    notAsked.length === 0 ? [] : [`Not recovered, and answered with 503: ${limited(notAsked, 'project').join(', ')}.`];
  const lost =
    missing.length === 0
      ? ['Nothing is missing.']
      : [
          'This is missing or damaged:',
          ...limited(
            missing.map((text) => `  ${text}`),
            'problem',
          ),
          ...nearest(report),
        ];
  return [...head, ...others, ...lost, ...notes, ''].join('\n');
}

function nearest({ projects, controlTimeMs }: RecoverReport): readonly string[] {
  const times = [...projects.flatMap(({ timeMs }) => (timeMs === undefined ? [] : [timeMs])), controlTimeMs];
  const first = Math.min(...times.filter((ms) => Number.isFinite(ms)));
  return Number.isFinite(first)
    ? [`Everything that is there is whole. A recovery with --at ${iso(first)} gives one moment of all.`]
    : [];
}

function limited(lines: readonly string[], name: string): readonly string[] {
  if (lines.length <= SHOWN_MAX) return lines;
  return [...lines.slice(0, SHOWN_MAX), `  and ${counted(lines.length - SHOWN_MAX, `more ${name}`)}`];
}

function counted(count: number, name: string): string {
  return `${count} ${count === 1 ? name : `${name}s`}`;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
