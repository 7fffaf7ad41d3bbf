import type { ReactNode } from 'react';

export interface TableColumn<T> {
  readonly title: string;
  /** For button columns: the title is for screen readers only. */
  readonly isTitleHidden?: boolean;
  readonly align?: 'right';
  readonly isShort?: boolean;
  /** Left out on narrow screens. */
  readonly isExtra?: boolean;
  /** Hidden when the table has little room, as beside a panel. */
  readonly needsRoom?: boolean;
  readonly cell: (item: T) => ReactNode;
  readonly order?: string;
  /** Orders a list that the browser holds whole, if the API cannot. */
  readonly value?: (item: T) => string | number | boolean | null | undefined;
}
