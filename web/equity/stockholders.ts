/** Stockholders: who owns the business, and which share of a dividend is theirs. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { usual } from '../shared/table/usual-columns.ts';

export const Table = tableScreen({
  resource: 'stockholders',
  title: 'equity:stockholders',
  empty: 'equity:stockholders_empty',
  columns: [
    { field: 'stockholder_name', kind: 'text', main: true },
    ...usual('mobile'),
    { field: 'share_percentage', kind: 'percent' },
  ],
});

export const Form = recordForm({
  resource: 'stockholders',
  title: 'equity:stockholder',
  sections: [{ fields: ['stockholder_name', 'mobile', 'share_percentage', 'note'] }],
});
