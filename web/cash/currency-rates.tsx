/** Rates of the dollar in dinars, by day; the current rate is shown above the list. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by } from '../shared/table/usual-columns.ts';
import { localToday } from '../shared/typing/date-words.ts';
import { LastRate } from './last-rate.tsx';

export const Table = tableScreen({
  resource: 'currency_rates',
  title: 'cash:currency_rates',
  empty: 'cash:currency_rates_empty',
  banner: () => <LastRate />,
  columns: [
    { field: 'date', kind: 'date', main: true },
    { field: 'time', kind: 'time' },
    { field: 'rate', kind: 'number' },
    { field: 'in_rate', kind: 'number' },
  ],
  filters: by('date'),
  defaultSort: { column: 'date', dir: 'desc' },
});

export const Form = recordForm({
  resource: 'currency_rates',
  title: 'cash:currency_rate',
  sections: [{ fields: ['date', 'time', 'rate', 'in_rate'] }],
  initial: { date: localToday() },
});
