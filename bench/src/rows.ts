export const STATUSES = ['draft', 'active', 'paused', 'locked', 'done'] as const;

/** Ids and times of generated rows start here, one millisecond apart, so all of them are in the past. */
const FIRST_ROW_MS = Date.UTC(2026, 0, 1);
const WORDS = 'amber birch cedar delta ember flint grove heath inlet jetty kelp larch maple north ocean pearl'.split(
  ' ',
);

/** A row of about 350 bytes in the service's JSON; the same number always gives the same row. */
export interface BenchRow {
  readonly id: string;
  readonly created_at: string;
  readonly title: string;
  readonly status: string;
  readonly rank: number;
  readonly price: number;
  readonly is_open: boolean;
  readonly note: string;
}

export const BENCH_COLUMNS = [
  { name: 'title', type: 'text', required: true },
  { name: 'status', type: 'text', enum: [...STATUSES] },
  { name: 'rank', type: 'integer', indexed: true },
  { name: 'price', type: 'number' },
  { name: 'is_open', type: 'boolean' },
  { name: 'note', type: 'text' },
];

export const PLAIN_COLUMNS = BENCH_COLUMNS.map(({ indexed: _indexed, ...column }) => column);

export function rowOf(number: number): BenchRow {
  const mixed = mix(number);
  return {
    id: idOf(number),
    created_at: new Date(FIRST_ROW_MS + number).toISOString(),
    title: `${wordOf(mixed)} ${wordOf(mixed >>> 4)} ${number}`,
    status: STATUSES[mixed % STATUSES.length] ?? 'draft',
    rank: mixed % 1_000_000_007,
    price: (mixed % 100_000) / 100,
    is_open: true,
    note: noteOf(mixed),
  };
}

export function newRowOf(number: number): Omit<BenchRow, 'id' | 'created_at'> {
  const { id: _id, created_at: _createdAt, ...sent } = rowOf(number);
  return sent;
}

/** A UUIDv7 that increases with the number. */
export function idOf(number: number): string {
  const time = (FIRST_ROW_MS + number).toString(16).padStart(12, '0');
  const tail = mix(number).toString(16).padStart(8, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8${tail.slice(0, 3)}-${tail}${tail.slice(0, 4)}`;
}

/** `count` numbers below `bound`, the same in every run. */
export function sampleNumbers(count: number, bound: number): number[] {
  return Array.from({ length: count }, (_, index) => mix(index * 7 + 1) % bound);
}

export type Cells = Readonly<Record<string, (number: number) => string>>;

/** CSV with a header row in chunks of about 100 KB, for the import route. */
export function* csvOf(from: number, to: number, cells: Cells = {}): Generator<string> {
  const added = Object.entries(cells);
  const names = added.map(([name]) => `,${name}`).join('');
  let portion = `id,created_at,title,status,rank,price,is_open,note${names}\r\n`;
  for (let number = from; number < to; number++) {
    const row = rowOf(number);
    const more = added.map(([, textOf]) => `,${textOf(number)}`).join('');
    portion += `${row.id},${row.created_at},${row.title},${row.status},${row.rank},${row.price},${row.is_open},${row.note}${more}\r\n`;
    if (portion.length > 100_000) {
      yield portion;
      portion = '';
    }
  }
  yield portion;
}

function noteOf(mixed: number): string {
  let note = '';
  for (let index = 0; index < 15; index++) note += `${wordOf(mix(mixed + index))} `;
  return note.trimEnd();
}

function wordOf(mixed: number): string {
  return WORDS[mixed & 15] ?? 'amber';
}

/** Maps each number to a well distributed 32-bit number (the finaliser of MurmurHash3). */
function mix(number: number): number {
  let hash = number | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
