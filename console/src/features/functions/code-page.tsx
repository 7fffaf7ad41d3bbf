import { CodeView } from './code-view.tsx';
import { FunctionPage } from './function-page.tsx';

/** The source of a function, deployed and run from here. */
export function CodePage() {
  return <FunctionPage isWide>{(info) => <CodeView key={info.name} info={info} />}</FunctionPage>;
}
