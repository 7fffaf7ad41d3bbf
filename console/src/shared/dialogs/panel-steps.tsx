import { Icon as IconChevronDown } from 'virtual:icon/chevron-down';
import { Icon as IconChevronUp } from 'virtual:icon/chevron-up';
import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';

export interface PanelSteps {
  readonly tools: ReactNode;
  readonly onStep: (by: 1 | -1) => void;
}

interface StepsAsked {
  readonly name: string;
  readonly id: string;
  readonly ids: readonly string[];
  readonly go: (id: string) => void;
}

export function panelSteps({ name, id, ids, go }: StepsAsked): PanelSteps {
  const at = ids.indexOf(id);
  const neighbour = (by: 1 | -1): string | undefined => (at === -1 ? undefined : ids[at + by]);
  const onStep = (by: 1 | -1): void => {
    const next = neighbour(by);
    if (next !== undefined) go(next);
  };
  const button = (by: 1 | -1, label: string, Icon: typeof IconChevronUp) => (
    <ActionIcon variant="default" aria-label={label} disabled={neighbour(by) === undefined} onClick={() => onStep(by)}>
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
  const tools = (
    <>
      {button(-1, `Previous ${name}`, IconChevronUp)}
      {button(1, `Next ${name}`, IconChevronDown)}
    </>
  );
  return { tools, onStep };
}
