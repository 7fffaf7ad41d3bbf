import { Icon as IconCircle } from 'virtual:icon/circle';
import { Icon as IconCircleCheck } from 'virtual:icon/circle-check';
import { Icon as IconPointFilled } from 'virtual:icon/point-filled';
import { useQuery } from '@tanstack/react-query';
import { projectAddress } from '../../shared/address/addresses.ts';
import { AppLink } from '../../shared/address/app-link.tsx';
import { answerOf, api } from '../../shared/api/client.ts';
import { Region } from '../../shared/page/region.tsx';
import { useProject } from '../../shared/project/project-context.tsx';
import classes from './overview.module.css';

const NONE = { limit: 0 };

const STEPS = [
  { to: 'tables', text: 'Make a table and set its rules' },
  { to: 'users', text: 'Add a user, or let people sign up' },
  { to: 'functions', text: 'Write a function' },
  { to: 'webhooks', text: 'Send changes to a webhook' },
  { to: 'deployments', text: 'Publish your app' },
];

interface FirstStepsProgress {
  readonly done: readonly boolean[] | undefined;
}

export function useFirstSteps(): FirstStepsProgress {
  const { id } = useProject();
  const params = { path: { project_id: id }, query: NONE };
  const { data } = useQuery({
    queryKey: [id, 'overview', 'first-steps'],
    queryFn: async ({ signal }) => {
      const asked = { params, signal };
      const answers = await Promise.all([
        answerOf(api.GET('/api/cloud/projects/{project_id}/tables', asked)),
        answerOf(api.GET('/api/cloud/projects/{project_id}/users', asked)),
        answerOf(api.GET('/api/cloud/projects/{project_id}/functions', asked)),
        answerOf(api.GET('/api/cloud/projects/{project_id}/webhooks', asked)),
        answerOf(api.GET('/api/cloud/projects/{project_id}/deployments', asked)),
      ]);
      return answers.map(({ count }) => count > 0);
    },
  });
  return { done: data };
}

export function FirstSteps({ done }: FirstStepsProgress) {
  const { id } = useProject();
  return (
    <Region title="First steps">
      <ul aria-label="First steps" className={classes.list}>
        {STEPS.map(({ to, text }, at) => (
          <li key={to}>
            {done === undefined ? (
              <IconPointFilled size={18} aria-hidden />
            ) : done[at] === true ? (
              <IconCircleCheck size={18} aria-label="Done" />
            ) : (
              <IconCircle size={18} aria-label="To do" />
            )}
            <AppLink to={projectAddress(id, to)}>{text}</AppLink>
          </li>
        ))}
      </ul>
    </Region>
  );
}
