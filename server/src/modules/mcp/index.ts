export { createMcp, type Mcp } from './mcp.ts';
