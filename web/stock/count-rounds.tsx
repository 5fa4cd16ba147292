/** Counting rounds: the list, the form that opens one, and the page on which everybody counts. */
import { SectionNotFoundPage } from '../shared/controls/not-found.tsx';
import { listOf } from '../shared/document/document-names.ts';
import { usePathPart } from '../shared/session/address-parts.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';
import { CountPage } from './counting/count-page.tsx';
import { NewRound } from './counting/new-round.tsx';
import { ROUND_TONES } from './counting/round.ts';

export const Table = tableScreen({
  ...listOf('count_rounds'),
  columns: [
    ...usual('number', 'date', 'time', 'inventory_fk'),
    { field: 'status', kind: 'status', tones: ROUND_TONES },
    ...usual('outlet_fk', 'note', 'reference_number'),
  ],
  filters: [...by('date', 'inventory_fk'), oneOf('status', ['open', 'complete', 'cancelled'])],
  inactive: { field: 'status', value: 'cancelled' },
});

export function Editor() {
  const id = usePathPart('id');
  if (id === undefined || id === 'new') return <NewRound />;
  return /^[1-9]\d{0,9}$/.test(id) ? <CountPage id={Number(id)} /> : <SectionNotFoundPage />;
}
