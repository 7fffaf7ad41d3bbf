import { ActionIcon, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { projectAddress } from '../../shared/address/addresses.ts';
import { useAddress, usePathPart } from '../../shared/address/use-address.ts';
import classes from './frame.module.css';
import type { OpenMenuProps } from './lazy-menu.tsx';
import { projectChoiceQuery } from './project-choice-query.ts';
import { useOpenedMenu } from './use-opened-menu.ts';

export function ProjectMenu({ button }: OpenMenuProps) {
  const { go } = useAddress();
  const id = usePathPart('project');
  const { target, isOpen, setIsOpen } = useOpenedMenu();
  const projects = useQuery({ ...projectChoiceQuery, enabled: isOpen });
  return (
    <Menu
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-start"
      transitionProps={{ duration: 0 }}
      withInitialFocusPlaceholder={false}
      width={260}
    >
      <Menu.Target>
        <ActionIcon ref={target} {...button} />
      </Menu.Target>
      <Menu.Dropdown aria-label="Project" className={classes.projects ?? ''}>
        {projects.isError && <Menu.Label>The projects could not be loaded.</Menu.Label>}
        {projects.isPending && <Menu.Label>Loading</Menu.Label>}
        {projects.data?.map((one) => (
          <Menu.Item key={one.id} onClick={() => go(projectAddress(one.id))} {...(one.id === id && { fw: 600 })}>
            {one.name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => go('/')}>All projects</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
