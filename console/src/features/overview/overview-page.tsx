import { Page } from '../../shared/page/page.tsx';
import { useIsNarrow } from '../../shared/page/use-is-narrow.ts';
import { useProject } from '../../shared/project/project-context.tsx';
import { Connect } from './connect.tsx';
import { FirstSteps } from './first-steps.tsx';
import { MetricCharts } from './metric-charts.tsx';
import classes from './overview.module.css';
import { RecentFailures } from './recent-failures.tsx';

export function OverviewPage() {
  const { id } = useProject();
  // On a phone the charts would push the next steps far down. Reordering the elements, not only their display, keeps
  // the tab order.
  const isNarrow = useIsNarrow();
  return (
    <Page title="Overview">
      {isNarrow && <FirstSteps />}
      <MetricCharts key={id} />
      <div className={classes.parts}>
        <Connect />
        <div>
          {!isNarrow && <FirstSteps />}
          <RecentFailures />
        </div>
      </div>
    </Page>
  );
}
