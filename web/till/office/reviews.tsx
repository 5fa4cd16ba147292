/** Till entries that broke a rule, with the rules in words, until a manager reviews them. */
import { useTranslation } from 'react-i18next';
import { textsOf } from '../../../domain/values/members.ts';
import type { Row } from '../../shared/api/list.ts';
import { DocumentLink, documentWords } from '../../shared/report/report-links.tsx';
import { useCan } from '../../shared/session/session.ts';
import { tableScreen } from '../../shared/table/table-screen.tsx';
import { ReviewHere } from './review-note.tsx';
import { TILL_REVIEWS } from './waiting-reviews.tsx';

const RESOURCES: Readonly<Record<string, string>> = { pos_sale: 'pos_sales', drawer: 'closing_drawers' };

const documentOf = (row: Row) => ({
  kind: String(row['document_kind']),
  id: Number(row['document_id']),
  number: typeof row['number'] === 'string' ? row['number'] : null,
});

export const ReviewsTable = tableScreen({
  resource: TILL_REVIEWS,
  title: 'till:reviews',
  empty: 'till:reviews_empty',
  idField: 'id',
  path: null,
  canAdd: false,
  canEdit: false,
  columns: [
    {
      field: 'number',
      kind: 'text',
      main: true,
      width: 170,
      label: 'till:document',
      cell: (row) => <DocumentLink {...documentOf(row)} />,
      text: (row) => documentWords(documentOf(row)),
    },
    { field: 'status', kind: 'status', tones: { waiting: 'warning', reviewed: 'success' } },
    {
      field: 'rules',
      kind: 'text',
      label: 'till:broken',
      sortable: false,
      width: 320,
      cell: (row) => <Rules rules={textsOf(row['rules'])} />,
      text: (row) => textsOf(row['rules']).join(' · '),
    },
    { field: 'amount', kind: 'amount', currency: 'system' },
    { field: 'date', kind: 'date' },
    { field: 'time', kind: 'time', sortable: false },
    { field: 'till_fk', kind: 'reference', resource: 'tills', sortable: false },
    { field: 'sequence', kind: 'number', sortable: false },
    { field: 'user_fk', kind: 'reference', resource: 'users', label: 'till:cashier', sortable: false },
    { field: 'outlet_fk', kind: 'reference', resource: 'outlets', sortable: false },
    { field: 'note', kind: 'text', sortable: false, width: 200 },
    {
      field: 'reviewed_by_fk',
      kind: 'reference',
      resource: 'users',
      nameField: 'reviewed_by_name',
      sortable: false,
    },
  ],
  filters: [
    { field: 'status', kind: 'option', options: ['waiting', 'reviewed'] },
    { field: 'till_fk', kind: 'lookup', resource: 'tills' },
    { field: 'user_fk', kind: 'lookup', resource: 'users', label: 'till:cashier' },
    { field: 'outlet_fk', kind: 'lookup', resource: 'outlets' },
    { field: 'date', kind: 'date_range' },
  ],
  panel: (row) => <ReviewPanel row={row} />,
});

function Rules({ rules }: { rules: readonly string[] }) {
  return (
    <ul className="flex flex-col gap-0.5 whitespace-normal">
      {rules.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
  );
}

function ReviewPanel({ row }: { row: Row }) {
  const { t } = useTranslation();
  const can = useCan();
  const { kind, id, number } = documentOf(row);
  const resource = RESOURCES[kind] ?? kind;
  const isWaiting = row['status'] === 'waiting';
  return (
    <div className="flex flex-col gap-4 p-4">
      <DocumentLink {...{ kind, id, number }} />
      <Rules rules={textsOf(row['rules'])} />
      {isWaiting && can(`${resource}/review`) && (
        <ReviewHere key={String(row['id'])} {...{ resource, id }} revision={Number(row['revision'])} />
      )}
      {!isWaiting && (
        <p className="text-ink-muted">
          {t('till:reviewed_by', { name: String(row['reviewed_by_name'] ?? '') })}:{' '}
          <bdi>{String(row['note'] ?? '')}</bdi>
        </p>
      )}
    </div>
  );
}
