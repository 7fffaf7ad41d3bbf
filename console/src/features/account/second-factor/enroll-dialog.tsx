import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { api, dataOf } from '../../../shared/api/client.ts';
import { CopyField } from '../../../shared/dialogs/copy-field.tsx';
import { atField } from '../../../shared/forms/at-field.ts';
import { textOf } from '../../../shared/forms/field-spec.ts';
import { FormDialog } from '../../../shared/forms/form-dialog.tsx';
import classes from './second-factor.module.css';

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }));

interface EnrollDialogProps {
  readonly secret: string;
  readonly address: string;
  readonly onConfirmed: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}

export function EnrollDialog({ secret, address, onConfirmed, onClose }: EnrollDialogProps) {
  return (
    <FormDialog
      title="Turn on second factor"
      submit="Turn on"
      intro={
        <div className={classes.secret}>
          <p>Scan this with an authenticator app, or enter the secret there. Then type the code that the app shows.</p>
          <Suspense fallback={<Skeleton className={classes.code} />}>
            <QrCode text={address} label="Picture to scan" />
          </Suspense>
          <CopyField label="Secret" value={secret} />
        </div>
      }
      fields={[{ name: 'code', label: 'Code', autoComplete: 'one-time-code', isSecret: true, isRequired: true }]}
      send={async (values) => {
        const body = { code: textOf(values, 'code').trim() };
        const confirmed = dataOf(api.POST('/api/cloud/auth/mfa/totp/verify', { body }));
        onConfirmed((await atField('invalid_credentials', 'code', confirmed)).recovery_codes);
      }}
      onClose={onClose}
    />
  );
}
