import { type Static, Type } from 'typebox';

/** Maximum time in seconds that a caller may wait for the end. */
const WAIT_MAX = 600;
const WAIT = 30;

export const restoreQuery = Type.Object({
  replace: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The id of the project, to replace everything in it. Without it the project must be empty.',
    }),
  ),
  keys: Type.Optional(
    Type.Enum(['own', 'archive'], {
      description: 'Whose public and secret keys are valid afterwards: the project’s own or the archive’s.',
      default: 'own',
    }),
  ),
  secrets: Type.Optional(
    Type.Literal('skip', {
      description: 'Leaves out secrets; second factors and everything that needs a secret are then switched off.',
    }),
  ),
  paused: Type.Optional(
    Type.Boolean({
      description: 'Restores webhooks and scheduled functions switched off, and jobs waiting until they are resumed.',
      default: false,
    }),
  ),
  dry_run: Type.Optional(
    Type.Boolean({ description: 'Does everything except replacing the project’s data.', default: false }),
  ),
  backup: Type.Optional(
    Type.String({ maxLength: 100, description: 'The id of a stored backup of this project, instead of a body.' }),
  ),
  at: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'A time within the continuous archive, instead of a body: restores the project as it was then.',
    }),
  ),
  as: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'With `at`: the id of a new project to restore into. This project stays unchanged.',
    }),
  ),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: WAIT_MAX,
      default: WAIT,
      description: 'How many seconds to wait for the end before answering 202.',
    }),
  ),
});

export type RestoreQuery = Static<typeof restoreQuery>;

export function waitMsOf({ wait = WAIT }: RestoreQuery): number {
  return wait * 1000;
}
