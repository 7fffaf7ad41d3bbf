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
import { FILES } from './stored-file.ts';

/**
 * Functions passed to the module that is loaded with the first upload: importing them there would split the package
 * into chunks.
 */
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
