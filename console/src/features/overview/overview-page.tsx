import { Page } from '../../shared/page/page.tsx';
import { useProject } from '../../shared/project/project-context.tsx';
import { Attention } from './attention.tsx';
import { Connect } from './connect.tsx';
import { FirstSteps, useFirstSteps } from './first-steps.tsx';
import { MetricCharts } from './metric-charts.tsx';
import classes from './overview.module.css';
import { RecentFailures } from './recent-failures.tsx';

export function OverviewPage() {
  const { id } = useProject();
  const { done } = useFirstSteps();
  const isNew = done?.includes(false) === true;
  return (
    <Page title="Overview">
      {isNew && (
        <div className={classes.parts}>
          <FirstSteps done={done} />
          <Connect />
        </div>
      )}
      <Attention />
      <MetricCharts key={id} />
      <div className={classes.parts}>
        {!isNew && <Connect />}
        <div>
          {!isNew && <FirstSteps done={done} />}
          <RecentFailures />
        </div>
      </div>
    </Page>
  );
}
