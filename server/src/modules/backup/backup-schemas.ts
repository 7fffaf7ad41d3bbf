import { Type } from 'typebox';
import { EXCLUDABLE, type Excludable } from '../../archive/format/index.ts';
import { validationFailed } from '../../platform/errors.ts';

const time = Type.String({ format: 'date-time' });
const count = Type.Integer();

export const exclude = Type.String({
  maxLength: 100,
  description: `The parts to leave out, separated by commas: ${EXCLUDABLE.join(', ')}.`,
});

export function readExclude(text: string | undefined): readonly Excludable[] {
  const names = (text ?? '').split(',').filter((name) => name !== '');
  return requireExcludable(names.map((name) => name.trim()));
}

export function requireExcludable(names: readonly string[]): readonly Excludable[] {
  const known = EXCLUDABLE.filter((name) => names.includes(name));
  if (names.every((name) => EXCLUDABLE.some((one) => one === name))) return known;
  throw validationFailed({ exclude: `must name some of ${EXCLUDABLE.join(', ')}` });
}

const failure = Type.Union([
  Type.Object({
    error: Type.String(),
    code: Type.String(),
    details: Type.Optional(Type.Object({}, { additionalProperties: true })),
  }),
  Type.Null(),
]);

const counts = Type.Object({
  tables: count,
  rows: count,
  users: count,
  files: count,
  file_bytes: count,
  functions: count,
  secrets: count,
  webhooks: count,
  messages: count,
  deployments: count,
});

export const restoreShown = Type.Object({
  id: Type.String(),
  state: Type.Enum(['verifying', 'loading', 'done', 'failed']),
  dry_run: Type.Boolean(),
  archive: Type.Union([
    Type.Object({
      archive_id: Type.String(),
      project: Type.Object({ id: Type.String(), name: Type.String(), public_key: Type.String() }),
      created_at: time,
    }),
    Type.Null(),
  ]),
  counts: Type.Union([counts, Type.Null()]),
  left_out: Type.Array(Type.Object({ kind: Type.String(), name: Type.String(), reason: Type.String() }), {
    description: 'The parts of the archive that were not restored or are switched off.',
  }),
  error: failure,
});

const nullable = (schema: ReturnType<typeof Type.String>) => Type.Union([schema, Type.Null()]);

const backupShown = Type.Object({
  id: Type.String(),
  state: Type.Enum(['running', 'ready', 'failed']),
  trigger: Type.Enum(['manual', 'schedule']),
  stored: Type.Boolean({
    description: 'Whether the backup is stored where scheduled backups are. If not, this server keeps it for a day.',
  }),
  created_at: time,
  size_bytes: Type.Union([count, Type.Null()]),
  sha256: nullable(Type.String()),
  verified_at: Type.Union([time, Type.Null()], {
    description: 'When the stored backup was last read back and verified.',
  }),
  error: failure,
});

export const backupAnswer = Type.Object({ data: backupShown, count: Type.Literal(1) });
export const backupsAnswer = Type.Object({ data: Type.Array(backupShown), count });
export const momentsAnswer = Type.Object({
  data: Type.Object({ from: Type.String({ format: 'date-time' }), to: Type.String({ format: 'date-time' }) }),
  count: Type.Literal(1),
});

export const restoreAnswer = Type.Object({ data: restoreShown, count: Type.Literal(1) });
