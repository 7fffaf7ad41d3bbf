import { Icon as IconDatabase } from 'virtual:icon/database';
import { Icon as IconDeviceDesktop } from 'virtual:icon/device-desktop';
import { Icon as IconKey } from 'virtual:icon/key';
import { Icon as IconLogout } from 'virtual:icon/logout';
import { Icon as IconMail } from 'virtual:icon/mail';
import { Icon as IconMoon } from 'virtual:icon/moon';
import { Icon as IconSun } from 'virtual:icon/sun';
import { Icon as IconUser } from 'virtual:icon/user';
import { Icon as IconUsers } from 'virtual:icon/users';
import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAddress } from '../../shared/address/use-address.ts';
import { answerOf, api } from '../../shared/api/client.ts';
import { notifyTabs } from '../../shared/api/tabs.ts';
import { accountQuery, noteSession } from '../../shared/session/session-queries.ts';
import type { OpenMenuProps } from './lazy-menu.tsx';
import { useOpenedMenu } from './use-opened-menu.ts';

const SCHEMES = [
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'auto', label: 'System', Icon: IconDeviceDesktop },
] as const;

const PAGES = [
  { to: '/account', label: 'Your account', Icon: IconUser },
  { to: '/tokens', label: 'Personal tokens', Icon: IconKey },
  { to: '/mailbox', label: 'Mailbox', Icon: IconMail },
  { to: '/operators', label: 'Operators', Icon: IconUsers },
  { to: '/databases', label: 'Databases', Icon: IconDatabase },
] as const;
const FOR_OPERATORS: readonly string[] = ['/operators', '/databases'];

export function AccountMenu({ button }: OpenMenuProps) {
  const { target, isOpen, setIsOpen } = useOpenedMenu();
  const account = useQuery(accountQuery).data ?? undefined;
  const { go } = useAddress();
  const client = useQueryClient();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const pages = PAGES.filter(({ to }) => !FOR_OPERATORS.includes(to) || account === undefined || account.isOperator);
  const signOut = async (): Promise<void> => {
    await answerOf(api.POST('/api/cloud/auth/logout', {}));
    noteSession(false);
    notifyTabs({ kind: 'signed-out' });
    sessionStorage.clear();
    client.clear();
    go('/sign-in');
  };
  return (
    <Menu
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      transitionProps={{ duration: 0 }}
      withInitialFocusPlaceholder={false}
      width={220}
    >
      <Menu.Target>
        <ActionIcon ref={target} {...button} />
      </Menu.Target>
      <Menu.Dropdown aria-label="Account">
        {account !== undefined && <Menu.Label>{account.email}</Menu.Label>}
        {SCHEMES.map(({ value, label, Icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => setColorScheme(value)}
            {...(colorScheme === value && { fw: 600 })}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {pages.map(({ to, label, Icon }) => (
          <Menu.Item key={to} leftSection={<Icon size={16} aria-hidden />} onClick={() => go(to)}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
