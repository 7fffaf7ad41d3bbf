import {
  addressOf,
  getConfig,
  readAnswer,
  ServiceError,
  send,
  state,
  tablesChanged,
  unreachable,
  withSession,
} from '@service/client/internal';
import { FILES } from './cache-key.ts';

/** Passed in, because importing them into the module loaded on demand would split the package into chunks. */
export const uploadCore = {
  addressOf,
  getConfig,
  readAnswer,
  send,
  ServiceError,
  state,
  filesChanged: () => tablesChanged([FILES]),
  unreachable,
  withSession,
};

export type UploadCore = typeof uploadCore;
