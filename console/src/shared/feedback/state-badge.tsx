import { Icon as IconAlertTriangle } from 'virtual:icon/alert-triangle';
import { Icon as IconCheck } from 'virtual:icon/check';
import { Icon as IconCircle } from 'virtual:icon/circle';
import { Icon as IconClock } from 'virtual:icon/clock';
import { Icon as IconPlayerPlay } from 'virtual:icon/player-play';
import { Icon as IconX } from 'virtual:icon/x';
import { Badge } from '@mantine/core';

const LOOKS = {
  good: { color: 'green', Icon: IconCheck },
  running: { color: 'blue', Icon: IconPlayerPlay },
  waiting: { color: 'yellow', Icon: IconClock },
  warning: { color: 'yellow', Icon: IconAlertTriangle },
  bad: { color: 'red', Icon: IconX },
  plain: { color: 'gray', Icon: IconCircle },
} as const;

type BadgeStyle = keyof typeof LOOKS;

const STATES: Readonly<Record<string, BadgeStyle>> = {
  succeeded: 'good',
  active: 'good',
  ready: 'good',
  Enabled: 'good',
  Allowed: 'good',
  running: 'running',
  pending: 'waiting',
  waiting: 'waiting',
  unread: 'waiting',
  skipped: 'warning',
  lost: 'bad',
  failed: 'bad',
  timeout: 'bad',
  refunded: 'warning',
  partially_refunded: 'warning',
  Disabled: 'bad',
  disabled: 'bad',
  Denied: 'bad',
  spam: 'warning',
};

export function StateBadge({ state, look }: { readonly state: string; readonly look?: BadgeStyle }) {
  const { color, Icon } = LOOKS[look ?? STATES[state] ?? 'plain'];
  return (
    <Badge
      component="span"
      color={color}
      variant="light"
      radius="sm"
      tt="none"
      fw={500}
      miw="max-content"
      leftSection={<Icon size={12} aria-hidden />}
    >
      {state}
    </Badge>
  );
}
