/** Recalculations: what was replayed from which day on, and committed or not. */
import type { Tone } from '../shared/controls/status-chip.tsx';
import { numberColumn } from '../shared/document/fields/number-column.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';

const TONES: Readonly<Record<string, Tone>> = {
  asked: 'neutral',
  committing: 'warning',
  committed: 'success',
  discarded: 'danger',
};

export const RecalculationsTable = tableScreen({
  resource: 'recalculations',
  title: 'closing:recalculations',
  empty: 'closing:recalculations_empty',
  idField: 'id',
  path: '/accounting/recalculations',
  columns: [
    numberColumn,
    { field: 'date', kind: 'date', label: 'closing:from_day' },
    { field: 'status', kind: 'status', tones: TONES },
    { field: 'rate_fk', kind: 'reference', resource: 'currency_rates', label: 'closing:wrong_rate' },
    { field: 'to_rate_fk', kind: 'reference', resource: 'currency_rates', label: 'closing:right_rate' },
    { field: 'note', kind: 'text' },
    { field: 'created_at', kind: 'moment' },
  ],
  filters: [
    { field: 'date', kind: 'date_range' },
    { field: 'status', kind: 'option', options: ['asked', 'committing', 'committed', 'discarded'] },
  ],
  canEdit: false,
});
