import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { usePathPart } from '../../shared/address/use-address.ts';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { QueryPart } from '../../shared/feedback/query-part.tsx';
import { NotFound } from '../../shared/page/not-found.tsx';
import { ProjectContext } from '../../shared/project/project-context.tsx';
import { projectQuery } from '../../shared/project/project-queries.ts';
import classes from './frame.module.css';
import { ProjectNavigation } from './project-navigation.tsx';

/** For users who are not members, the project does not exist. */
export function ProjectFrame() {
  const id = usePathPart('project');
  const query = useQuery(projectQuery(id));
  if (query.error instanceof ApiFailure && query.error.status === 404) return <NotFound />;
  return (
    <div className={classes.project}>
      <ProjectNavigation project={id} />
      {query.data === undefined ? (
        <main id="main" className={classes.waitingMain}>
          <QueryPart query={query}>{() => null}</QueryPart>
        </main>
      ) : (
        <ProjectContext value={query.data}>
          <Outlet />
        </ProjectContext>
      )}
    </div>
  );
}
