export { createMonitoring, type Monitoring } from './monitoring.ts';
