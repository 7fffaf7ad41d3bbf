import { Icon as IconSelector } from 'virtual:icon/selector';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { projectAddress } from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { usePathPart } from '../../shared/address/use-address.ts';
import { projectQuery } from '../../shared/project/project-queries.ts';
import classes from './frame.module.css';
import { LazyMenu } from './lazy-menu.tsx';

const loadMenu = async () => ({ default: (await import('./project-menu.tsx')).ProjectMenu });
const ProjectMenu = lazy(loadMenu);

export function ProjectSwitcher() {
  const id = usePathPart('project');
  const project = useQuery({ ...projectQuery(id), enabled: id !== '' });
  return (
    <div className={classes.switcher}>
      {project.data !== undefined && id !== '' && (
        <AppLink to={projectAddress(id)} className={classes.projectName ?? ''}>
          {project.data.name}
        </AppLink>
      )}
      <LazyMenu
        load={loadMenu}
        menu={ProjectMenu}
        button={{
          variant: 'subtle',
          color: 'gray',
          'aria-label': 'Project',
          children: <IconSelector size={18} aria-hidden />,
        }}
      />
    </div>
  );
}
