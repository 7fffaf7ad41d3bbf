import { Button } from '@mantine/core';
import { useState } from 'react';
import { ApiFailure } from '../../../shared/api/api-failure.ts';
import { answerOf, api, dataOf } from '../../../shared/api/client.ts';
import { useChanged } from '../../../shared/api/use-changes.ts';
import { type DialogSlot, useDialog } from '../../../shared/dialogs/use-dialog.tsx';
import { FailureAlert } from '../../../shared/feedback/failure-alert.tsx';
import { notify } from '../../../shared/feedback/notices.ts';
import { StateBadge } from '../../../shared/feedback/state-badge.tsx';
import { atField } from '../../../shared/forms/at-field.ts';
import { type FieldSpec, textOf } from '../../../shared/forms/field-spec.ts';
import { FormDialog } from '../../../shared/forms/form-dialog.tsx';
import { Region } from '../../../shared/page/region.tsx';
import { EnrollDialog } from './enroll-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import classes from './second-factor.module.css';

const PASSWORD: FieldSpec = {
  name: 'password',
  label: 'Current password',
  kind: 'password',
  autoComplete: 'current-password',
  isRequired: true,
};

export function SecondFactor({ isOn }: { readonly isOn: boolean }) {
  const dialog = useDialog();
  return (
    <Region title="Second factor">
      <p className={classes.state}>
        <StateBadge state={isOn ? 'On' : 'Off'} look={isOn ? 'good' : 'plain'} />
        <span className="dim">
          {isOn
            ? 'A sign-in asks for a code of your authenticator app.'
            : 'With it a sign-in also asks for a code of an authenticator app, so that a stolen password is not enough.'}
        </span>
      </p>
      {isOn ? <TurnOff dialog={dialog} /> : <TurnOn dialog={dialog} />}
      {dialog.element}
    </Region>
  );
}

function TurnOn({ dialog }: { readonly dialog: DialogSlot }) {
  const changed = useChanged();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const enroll = async (body: { password?: string }): Promise<void> => {
    const enrolled = dataOf(api.POST('/api/cloud/auth/mfa/totp/enroll', { body }));
    const { secret, otpauth_url: address } = await atField('invalid_credentials', 'password', enrolled);
    dialog.showNext((close) => (
      <EnrollDialog
        secret={secret}
        address={address}
        onConfirmed={(codes) => {
          dialog.showNext((done) => (
            <RecoveryCodes
              codes={codes}
              onClose={() => {
                done();
                void changed('session');
              }}
            />
          ));
        }}
        onClose={close}
      />
    ));
  };
  const start = async (): Promise<void> => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      await enroll({});
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'password_required') askPassword();
      else setFailure(error);
    } finally {
      setIsBusy(false);
    }
  };
  const askPassword = (): void =>
    dialog.open((close) => (
      <FormDialog
        title="Turn on second factor"
        submit="Continue"
        text="You signed in a while ago, so your password is needed once more."
        fields={[PASSWORD]}
        send={(values) => enroll({ password: textOf(values, 'password') })}
        onClose={close}
      />
    ));
  return (
    <>
      {failure !== undefined && <FailureAlert error={failure} onRetry={() => void start()} />}
      <Button variant="default" loading={isBusy} onClick={() => void start()}>
        Turn on second factor
      </Button>
    </>
  );
}

function TurnOff({ dialog }: { readonly dialog: DialogSlot }) {
  const changed = useChanged();
  const open = (): void =>
    dialog.open((close) => (
      <FormDialog
        title="Turn off second factor"
        text="From then on your password alone signs you in, and your recovery codes stop working."
        fields={[PASSWORD]}
        send={async (values) => {
          const body = { password: textOf(values, 'password') };
          const removed = answerOf(api.DELETE('/api/cloud/auth/mfa/totp', { body }));
          await atField('invalid_credentials', 'password', removed);
          notify('Second factor turned off.');
          await changed('session');
        }}
        onClose={close}
      />
    ));
  return (
    <Button variant="default" onClick={open}>
      Turn off second factor
    </Button>
  );
}
