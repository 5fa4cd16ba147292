/** Columns with amounts in the system currency before and after a change. */
import type { TFunction } from 'i18next';
import { Amount } from '../shared/controls/amount.tsx';
import type { SmallColumn } from '../shared/controls/small-table.tsx';

interface BeforeAfter {
  readonly before: string;
  readonly after: string;
}

export const beforeAndAfter = <R extends BeforeAfter>(t: TFunction, decimals: number): readonly SmallColumn<R>[] => [
  { head: t('closing:before'), number: true, cell: ({ before }) => <Amount value={before} decimals={decimals} /> },
  { head: t('closing:after'), number: true, cell: ({ after }) => <Amount value={after} decimals={decimals} /> },
];
