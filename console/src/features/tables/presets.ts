import type { Rules } from './column-types.ts';

export const PRESETS: Readonly<Record<string, { readonly text: string; readonly rules: Rules }>> = {
  Private: {
    text: 'Only secret keys, functions and this console.',
    rules: { read: 'private', create: 'private', update: 'private', delete: 'private' },
  },
  'Public read': {
    text: 'Everybody reads; only secret keys, functions and this console write.',
    rules: { read: 'public', create: 'private', update: 'private', delete: 'private' },
  },
  Community: {
    text: 'Everybody reads, signed-in users add, and each changes only their own rows.',
    rules: { read: 'public', create: 'authenticated', update: 'owner', delete: 'owner' },
  },
  'Members only': {
    text: 'Signed-in users read and add, and each changes only their own rows.',
    rules: { read: 'authenticated', create: 'authenticated', update: 'owner', delete: 'owner' },
  },
  Personal: {
    text: 'Each signed-in user sees and changes only their own rows.',
    rules: { read: 'owner', create: 'authenticated', update: 'owner', delete: 'owner' },
  },
  'Drop box': {
    text: 'Everybody may add a row; only secret keys, functions and this console see it.',
    rules: { read: 'private', create: 'public', update: 'private', delete: 'private' },
  },
};
