export { type Apps, createApps } from './apps.ts';
