import { Icon as IconDots } from 'virtual:icon/dots';
import { ActionIcon, Menu } from '@mantine/core';

export interface RowAction {
  readonly label: string;
  readonly isDangerous?: boolean;
  run(): void;
}

export function RowMenu({ name, actions }: { readonly name: string; readonly actions: readonly RowAction[] }) {
  if (actions.length === 0) return null;
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={`Actions for ${name}`}>
        {actions.map(({ label, isDangerous, run }) => (
          <Menu.Item key={label} onClick={run} {...(isDangerous === true && { color: 'red' })}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
