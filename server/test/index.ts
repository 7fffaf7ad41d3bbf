export { type Api, type ApiInit, createApi, type Reply, type TestUser } from './api-client.ts';
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
