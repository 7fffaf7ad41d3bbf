import { CodeView } from './code-view.tsx';
import { FunctionPage } from './function-page.tsx';

export function CodePage() {
  return <FunctionPage isWide>{(info) => <CodeView key={info.name} info={info} />}</FunctionPage>;
}
