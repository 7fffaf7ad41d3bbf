import { Page } from '../../shared/page/page.tsx';
import { useProject } from '../../shared/project/project-context.tsx';
import { Connect } from './connect.tsx';
import { FirstSteps } from './first-steps.tsx';
import { MetricCharts } from './metric-charts.tsx';
import classes from './overview.module.css';
import { RecentFailures } from './recent-failures.tsx';

/** What the project does, how to use it, and what went wrong. */
export function OverviewPage() {
  const { id } = useProject();
  return (
    <Page title="Overview">
      <MetricCharts key={id} />
      <div className={classes.parts}>
        <Connect />
        <div>
          <FirstSteps />
          <RecentFailures />
        </div>
      </div>
    </Page>
  );
}
