import { useQuery } from '@tanstack/react-query';
import { useAddress } from '../../shared/address/use-address.ts';
import { api, dataOf } from '../../shared/api/client.ts';
import { FailureAlert } from '../../shared/feedback/failure-alert.tsx';
import { Waiting } from '../../shared/feedback/waiting.tsx';
import { Page } from '../../shared/page/page.tsx';
import { accountQuery } from '../../shared/session/session-queries.ts';
import { Fact, Facts } from '../../shared/text/facts.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';
import { Decision } from './decision.tsx';
import { scopeText } from './scope-text.ts';

const NAMES = [
  'client_id',
  'redirect_uri',
  'response_type',
  'code_challenge',
  'code_challenge_method',
  'state',
  'scope',
  'resource',
] as const;
const TEXT_MAX = 200;
const TITLE = 'Connect a program';

export function AuthorizePage() {
  const { search } = useAddress();
  const given = NAMES.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]] as const]));
  const query = { client_id: '', ...Object.fromEntries(given) };
  const account = useQuery(accountQuery);
  const asked = useQuery({
    queryKey: ['authorization', query],
    queryFn: ({ signal }) => dataOf(api.GET('/api/cloud/oauth/authorization', { params: { query }, signal })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (asked.isError) {
    return (
      <Page title={TITLE}>
        <FailureAlert error={asked.error} />
        <p className="dim">Close this page and connect the program again.</p>
      </Page>
    );
  }
  if (asked.data === undefined) {
    return (
      <Page title={TITLE}>
        <Waiting />
      </Page>
    );
  }
  const { client_name: program, project, scope, redirect_uri: target } = asked.data;
  return (
    <Page title={TITLE}>
      <Decision
        decide={async (allow) => {
          const call = api.POST('/api/cloud/oauth/authorization', { params: { query }, body: { allow } });
          location.assign((await dataOf(call)).redirect_to);
        }}
      >
        <p>
          A program that calls itself <strong>{visibleLine(program, TEXT_MAX)}</strong> asks to work with{' '}
          <strong>{visibleLine(project.name, TEXT_MAX)}</strong>. Nobody has checked its name: allow it only if you have
          just connected it yourself.
        </p>
        <Facts>
          <Fact name="Project">
            {visibleLine(project.name, TEXT_MAX)} ({project.id}), where you are {project.role}
          </Fact>
          <Fact name="It may">{scopeText(scope)}</Fact>
          <Fact name="As">{account.data?.email ?? null}</Fact>
          <Fact name="Leads to">{visibleLine(target, TEXT_MAX)}</Fact>
          <Fact name="Until">30 days from now, or until you delete its token under Personal tokens</Fact>
        </Facts>
      </Decision>
    </Page>
  );
}
