import { answerOf, api } from '../../shared/api/client.ts';
import { StateBadge } from '../../shared/feedback/state-badge.tsx';
import { List } from '../../shared/list/list-page.tsx';
import type { TableColumn } from '../../shared/list/table-column.ts';
import { Region } from '../../shared/page/region.tsx';
import { TimeText } from '../../shared/text/time-text.tsx';
import { visibleLine } from '../../shared/text/visible-text.ts';

interface SecurityEvent {
  readonly id: string;
  readonly action: string;
  readonly actor: { readonly kind: string; readonly email: string | null };
  readonly details: Readonly<Record<string, unknown>>;
  readonly ip: string | null;
  readonly created_at: string;
}

const WORDS: Readonly<Record<string, string>> = {
  'session.create': 'Signed in',
  'account.signed_out': 'Signed out',
  'account.session_ended': 'Session ended',
  'account.password_changed': 'Password changed',
  'account.password_reset': 'Password reset by mail',
  'account.second_factor_on': 'Second factor turned on',
  'account.second_factor_off': 'Second factor turned off',
  'account.passkey_added': 'Passkey added',
  'account.passkey_renamed': 'Passkey renamed',
  'account.passkey_removed': 'Passkey removed',
  'account.passkey_refused': 'Passkey refused: it may have a copy',
  'account.profile_changed': 'Name changed',
  'account.setup': 'Account created',
  'token.create': 'Personal token created',
  'token.delete': 'Personal token deleted',
  'security.sign_in_failed': 'Sign-in failed',
};

const COLUMNS: readonly TableColumn<SecurityEvent>[] = [
  {
    title: 'Time',
    order: 'created_at',
    isShort: true,
    cell: ({ created_at: at }) => <TimeText at={at} />,
  },
  { title: 'Event', cell: (event) => <EventText event={event} /> },
  { title: 'By', cell: ({ actor }) => visibleLine(actor.email ?? actor.kind, 80) },
  { title: 'Address', isShort: true, cell: ({ ip }) => visibleLine(ip ?? '–') },
];

export function SecurityEvents() {
  return (
    <Region title="Security events">
      <List
        name="Security events"
        query={({ limit, offset, order }) => ({
          queryKey: ['session', 'events', offset, order],
          queryFn: ({ signal }) =>
            answerOf(
              api.GET('/api/cloud/auth/events', {
                params: { query: { limit, offset, ...(order !== undefined && { order }) } },
                signal,
              }),
            ),
        })}
        keyOf={({ id }) => id}
        columns={COLUMNS}
        next={<p>This list records sign-ins, also failed ones, and changes of the password, sessions and tokens.</p>}
      />
    </Region>
  );
}

function EventText({ event: { action, details } }: { readonly event: SecurityEvent }) {
  const text = WORDS[action] ?? visibleLine(action);
  const { count } = details;
  return (
    <>
      {action.startsWith('security.') ? <StateBadge state={text} look="warning" /> : text}
      {typeof count === 'number' && count > 1 && <span className="dim"> {count} times</span>}
    </>
  );
}
