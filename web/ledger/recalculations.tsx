/** The list of recalculations, with first day and state. */
import type { Tone } from '../shared/controls/status-chip.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';

const TONES: Readonly<Record<string, Tone>> = {
  asked: 'neutral',
  committing: 'warning',
  committed: 'success',
  discarded: 'danger',
};

export const RecalculationsTable = tableScreen({
  resource: 'recalculations',
  title: 'ledger:recalculations',
  empty: 'closing:recalculations_empty',
  idField: 'id',
  path: '/accounting/recalculations',
  columns: [
    ...usual('number'),
    { field: 'date', kind: 'date', label: 'closing:from_day' },
    { field: 'status', kind: 'status', tones: TONES },
    { field: 'rate_fk', kind: 'reference', resource: 'currency_rates', label: 'closing:wrong_rate' },
    { field: 'to_rate_fk', kind: 'reference', resource: 'currency_rates', label: 'closing:right_rate' },
    ...usual('note'),
    { field: 'created_at', kind: 'moment', label: 'closing:entered_on' },
  ],
  filters: [...by('date'), oneOf('status', ['asked', 'committing', 'committed', 'discarded'])],
  canEdit: false,
});
