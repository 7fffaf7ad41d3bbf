export { type Api, type ApiInit, createApi, type Reply, type TestUser } from './api-client.ts';
export { openRaw, type RawConnection, type RawReply, rawRequest } from './raw-request.ts';
export { startTestHttp, TEST_PROJECT, type TestHttp, type TestHttpOptions } from './start-test-http.ts';
export {
  ADMIN_TOKEN,
  ENGINES,
  type Engine,
  startTestServer,
  type TestProject,
  type TestServer,
  type TestServerOptions,
  type TestTable,
} from './start-test-server.ts';
export { createTestClock, type TestClock } from './test-clock.ts';
