import { type Static, Type } from 'typebox';

/** Maximum time in seconds that a caller may wait for the end. */
const WAIT_MAX = 600;
const WAIT = 30;

export const restoreQuery = Type.Object({
  replace: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The id of the project: everything in it is replaced. Without it the project must be empty.',
    }),
  ),
  keys: Type.Optional(
    Type.Enum(['own', 'archive'], { description: 'Whose public and secret keys hold afterwards.', default: 'own' }),
  ),
  secrets: Type.Optional(
    Type.Literal('skip', {
      description: 'Leaves secrets out: second factors are off, and what needs a secret is too.',
    }),
  ),
  paused: Type.Optional(
    Type.Boolean({
      description: 'Webhooks and scheduled functions come back switched off, and jobs wait until they are resumed.',
      default: false,
    }),
  ),
  dry_run: Type.Optional(Type.Boolean({ description: 'Does everything but the switch.', default: false })),
  backup: Type.Optional(
    Type.String({ maxLength: 100, description: 'A stored backup of this project, instead of a body.' }),
  ),
  at: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'A moment of the continuous archive, instead of a body: the project as it was then.',
    }),
  ),
  as: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'With `at`: the id of a new project, which gets what this one had. This one stays as it is.',
    }),
  ),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: WAIT_MAX,
      default: WAIT,
      description: 'Seconds to wait for the end before 202.',
    }),
  ),
});

export type RestoreQuery = Static<typeof restoreQuery>;

export function waitMsOf({ wait = WAIT }: RestoreQuery): number {
  return wait * 1000;
}
