import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAddress } from '../../shared/address/use-address.ts';
import { api, dataOf } from '../../shared/api/client.ts';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { Waiting } from '../../shared/feedback/waiting.tsx';
import { Fields } from '../../shared/forms/field.tsx';
import { textOf } from '../../shared/forms/field-spec.ts';
import { useForm } from '../../shared/forms/use-form.ts';
import { Page } from '../../shared/page/page.tsx';
import { accountQuery } from '../../shared/session/session-queries.ts';
import { Fact, Facts } from '../../shared/text/facts.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { Decision } from './decision.tsx';
import classes from './programs.module.css';
import { scopeText } from './scope-text.ts';

const TITLE = 'Sign in a program';
const TEXT_MAX = 200;

export function DevicePage() {
  const { search, change } = useAddress();
  const code = search['code'];
  const [decision, setDecision] = useState<'allowed' | 'refused'>();
  if (decision !== undefined) {
    return (
      <Page title={TITLE}>
        <p role="status">
          {decision === 'allowed'
            ? 'The program is signed in. You can close this page.'
            : 'The program was refused. You can close this page.'}
        </p>
      </Page>
    );
  }
  return (
    <Page title={TITLE}>
      {code === undefined ? (
        <CodeForm onCode={(entered) => change({ code: entered })} />
      ) : (
        <ShownDevice
          code={code}
          onAnother={() => change({ code: undefined })}
          onDecided={(allow) => setDecision(allow ? 'allowed' : 'refused')}
        />
      )}
    </Page>
  );
}

function CodeForm({ onCode }: { readonly onCode: (code: string) => void }) {
  const form = useForm({
    fields: [
      {
        name: 'code',
        label: 'Code',
        hint: 'A program such as servicectl shows it when it asks to sign in with your account.',
        placeholder: 'BCDF-GHJK',
        autoComplete: 'off',
        isRequired: true,
      },
    ],
    initial: {},
    send: async (values) => onCode(textOf(values, 'code').trim()),
  });
  return (
    <form
      noValidate
      className={classes.decision}
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <Fields form={form} />
      <div className={classes.buttons}>
        <Button type="submit" loading={form.isBusy} disabled={textOf(form.values, 'code').trim() === ''}>
          Continue
        </Button>
      </div>
    </form>
  );
}

interface ShownDeviceProps {
  readonly code: string;
  readonly onAnother: () => void;
  readonly onDecided: (allow: boolean) => void;
}

function ShownDevice({ code, onAnother, onDecided }: ShownDeviceProps) {
  const path = { user_code: code };
  const account = useQuery(accountQuery);
  const device = useQuery({
    queryKey: ['device', code],
    queryFn: ({ signal }) => dataOf(api.GET('/api/cloud/oauth/devices/{user_code}', { params: { path }, signal })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (device.isError) {
    return (
      <div className={classes.decision}>
        <FailureAlert error={device.error} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onAnother}>
            Enter another code
          </Button>
        </div>
      </div>
    );
  }
  if (device.data === undefined) return <Waiting />;
  const { client_name: program, project_id: project, scope } = device.data;
  return (
    <Decision
      decide={async (allow) => {
        const call = api.POST('/api/cloud/oauth/devices/{user_code}', { params: { path }, body: { allow } });
        await dataOf(call);
        onDecided(allow);
      }}
    >
      <p>
        <strong>{visibleLine(program, TEXT_MAX)}</strong> asks to act for you. Allow it only if you have just started
        this yourself and the code is the one that you see there: somebody who sends you a code wants to get in.
      </p>
      <Facts>
        <Fact name="Code">{visibleLine(code.toUpperCase(), TEXT_MAX)}</Fact>
        <Fact name="As">{account.data?.email ?? null}</Fact>
        <Fact name="It may">
          {project === null ? 'Do everything that you may do, in all your projects.' : scopeText(scope)}
        </Fact>
        <Fact name="Project">{project}</Fact>
        <Fact name="Until">90 days from now, or until you delete its token under Personal tokens</Fact>
      </Facts>
    </Decision>
  );
}
