import { ApiFailure } from '../../shared/api/api-failure.ts';
import { textOf } from '../../shared/forms/field-spec.ts';
import { FormDialog } from '../../shared/forms/form-dialog.tsx';
import { decimalsOf, formatMoney, readMoney } from '../../shared/text/money.ts';
import { visibleLine } from '../../shared/text/visible-text.ts';
import type { Payment } from './provider-rows.ts';

interface RefundDialogProps {
  readonly payment: Payment;
  readonly send: (refund: { readonly amount: number; readonly reason?: string }) => Promise<void>;
  readonly onClose: () => void;
}

export function RefundDialog({ payment, send, onClose }: RefundDialogProps) {
  const { amount, amount_refunded: refunded, currency, customer_email: email } = payment;
  const left = amount - refunded;
  const digits = currency === null ? 0 : decimalsOf(currency);
  return (
    <FormDialog
      title="Refund payment"
      submit="Refund"
      text={`${formatMoney(left, currency)} of ${formatMoney(amount, currency)} can go back to ${visibleLine(email ?? 'the buyer')}. This cannot be undone.`}
      fields={[
        { name: 'amount', label: `Amount in ${(currency ?? 'minor units').toUpperCase()}`, isRequired: true },
        { name: 'reason', label: 'Reason', placeholder: 'Optional' },
      ]}
      initial={{ amount: (left / 10 ** digits).toFixed(digits) }}
      send={async (values) => {
        const wanted = readMoney(textOf(values, 'amount'), currency);
        if (wanted === undefined || wanted > left)
          throw wrongAmount(`must be an amount up to ${formatMoney(left, currency)}`);
        const reason = textOf(values, 'reason').trim();
        await send({ amount: wanted, ...(reason !== '' && { reason }) });
      }}
      onClose={onClose}
    />
  );
}

function wrongAmount(problem: string): ApiFailure {
  return new ApiFailure(400, {
    code: 'validation_failed',
    error: 'The amount does not fit.',
    details: { fields: { amount: problem } },
  });
}
