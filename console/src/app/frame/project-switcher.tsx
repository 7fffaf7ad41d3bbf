import { ActionIcon, Menu } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { projectAddress } from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { useAddress, usePathPart } from '../../shared/address/use-address.ts';
import { projectQuery } from '../../shared/project/project-queries.ts';
import classes from './frame.module.css';
import { projectChoiceQuery } from './project-choice-query.ts';

export function ProjectSwitcher() {
  const { go } = useAddress();
  const id = usePathPart('project');
  const [isOpen, setIsOpen] = useState(false);
  const project = useQuery({ ...projectQuery(id), enabled: id !== '' });
  const projects = useQuery({ ...projectChoiceQuery, enabled: isOpen });
  return (
    <div className={classes.switcher}>
      {project.data !== undefined && id !== '' && (
        <AppLink to={projectAddress(id)} className={classes.projectName ?? ''}>
          {project.data.name}
        </AppLink>
      )}
      <Menu
        opened={isOpen}
        onChange={setIsOpen}
        position="bottom-start"
        transitionProps={{ duration: 0 }}
        withInitialFocusPlaceholder={false}
        width={260}
      >
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label="Project">
            <IconSelector size={18} aria-hidden />
          </ActionIcon>
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
    </div>
  );
}
