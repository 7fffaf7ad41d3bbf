import type { AuditChange } from '../../audit/index.ts';
import type { TemplateCall } from '../../functions/index.ts';
import type { PaymentsContext } from '../payments-context.ts';

export function noteAction(
  { audit }: Pick<PaymentsContext, 'audit'>,
  { project, caller, isNested, runId }: TemplateCall,
  { details, ...change }: AuditChange,
): void {
  const actor =
    caller.kind === 'user'
      ? ({ kind: 'user', id: caller.user.id, email: caller.user.verifiedEmail } as const)
      : caller.kind === 'secret'
        ? ({ kind: 'key', id: caller.id } as const)
        : ({ kind: isNested ? 'service' : 'anonymous' } as const);
  audit.note({ actor, project, ...change, details: { ...details, run_id: runId } });
}
