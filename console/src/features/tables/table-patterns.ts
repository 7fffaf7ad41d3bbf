import type { NewColumn } from './new-column.ts';

type PatternColumn = Pick<NewColumn, 'name' | 'type'> & Partial<NewColumn>;

interface TablePattern {
  readonly name: string;
  readonly preset: string;
  readonly columns: readonly PatternColumn[];
}

export const TABLE_PATTERNS: Readonly<Record<string, TablePattern>> = {
  Tasks: {
    name: 'tasks',
    preset: 'Personal',
    columns: [
      { name: 'title', type: 'text', required: true },
      { name: 'done', type: 'boolean', indexed: true, default: 'false' },
      { name: 'due', type: 'date', indexed: true },
      { name: 'notes', type: 'text' },
    ],
  },
  Posts: {
    name: 'posts',
    preset: 'Community',
    columns: [
      { name: 'title', type: 'text', required: true },
      { name: 'slug', type: 'text', unique: true },
      { name: 'body', type: 'text' },
      { name: 'cover', type: 'file' },
      { name: 'published_at', type: 'timestamp', indexed: true },
    ],
  },
  Orders: {
    name: 'orders',
    preset: 'Private',
    columns: [
      { name: 'number', type: 'text', required: true, unique: true },
      {
        name: 'status',
        type: 'text',
        required: true,
        indexed: true,
        values: 'open, paid, shipped, cancelled',
        default: 'open',
      },
      { name: 'amount', type: 'integer', required: true },
      { name: 'currency', type: 'text', required: true, default: 'EUR' },
      { name: 'customer_email', type: 'text', indexed: true },
      { name: 'items', type: 'json' },
    ],
  },
  Teams: {
    name: 'teams',
    preset: 'Members only',
    columns: [
      { name: 'name', type: 'text', required: true },
      { name: 'slug', type: 'text', unique: true },
      { name: 'logo', type: 'file' },
    ],
  },
};
