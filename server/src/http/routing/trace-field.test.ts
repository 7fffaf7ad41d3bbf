import { expect, it } from 'vitest';
import { startTestHttp } from '../../../test/start-test-http.ts';
import { type Logger, silentLogger } from '../../platform/logger.ts';

/** https://www.w3.org/TR/trace-context/#examples-of-http-traceparent-headers */
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

it('the log line of a request names the trace of its caller, and nothing that only resembles one', async () => {
  const lines: { readonly trace_id?: string }[] = [];
  const logger: Logger = { ...silentLogger, isLevelEnabled: () => true, debug: (fields) => lines.push(fields) };
  await using http = await startTestHttp({ logger });
  const sent = [
    `00-${TRACE}-${PARENT}-01`,
    `cc-${TRACE}-${PARENT}-01-what-a-later-version-adds`,
    `00-${TRACE}-${PARENT}-01-more`,
    `00-${TRACE}-${PARENT}-0`,
    `ff-${TRACE}-${PARENT}-01`,
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${PARENT}-01`,
    'text of a caller',
  ];
  for (const traceparent of sent) await http.api('/health', { headers: { traceparent } });
  await http.api('/health');
  expect(lines.map(({ trace_id }) => trace_id)).toEqual([TRACE, TRACE, ...Array.from({ length: 8 }, () => undefined)]);
});
