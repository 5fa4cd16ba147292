/** The goods of a document in the side panel of its row: what was sold, bought, moved or counted. */
import { useTranslation } from 'react-i18next';
import { objectsOf } from '../../../domain/values/members.ts';
import type { Row } from '../api/list.ts';
import { Amount } from '../controls/amount.tsx';
import { type SmallColumn, SmallTable } from '../controls/small-table.tsx';
import { fieldLabel } from '../language/names.ts';
import { useRowDocument } from './row-document.ts';

type Data = Readonly<Record<string, unknown>>;

/** Further lines are on the page of the document. */
const SHOWN_MAX = 30;

/** Fields of amounts and quantities that a line may have; only those that have a value are columns. */
const FIGURES = ['quantity', 'real_quantity', 'bonus_quantity', 'price', 'unit_cost'];

/** Stored costs of found goods are those of a base unit, not of the line's unit. */
const LABELS: Readonly<Record<string, string>> = { unit_cost: 'base_unit_cost' };

export function LinesPanel({ resource, row }: { resource: string; row: Row }) {
  const { t } = useTranslation();
  const data = useRowDocument(resource, row);
  const lines = objectsOf(data?.['lines']).filter((line) => typeof line['item_name'] === 'string');
  if (lines.length === 0) return null;
  const figures = FIGURES.filter((field) => lines.some((line) => isShown(line[field])));
  const columns: readonly SmallColumn<Data>[] = [
    { head: fieldLabel('item_fk'), cell: (line) => <bdi>{String(line['item_name'])}</bdi> },
    ...figures.map((field) => ({
      head: fieldLabel(LABELS[field] ?? field),
      number: true,
      cell: (line: Data) => isShown(line[field]) && <Figure line={line} field={field} />,
    })),
  ];
  return (
    <div className="overflow-x-auto border-b border-edge px-4 py-3">
      <SmallTable
        columns={columns}
        rows={lines.slice(0, SHOWN_MAX)}
        keyOf={(line, index) => String(line['line_id'] ?? index)}
      />
      {lines.length > SHOWN_MAX && (
        <p className="pt-1 text-xs text-ink-muted">{t('table:and_more', { number: lines.length - SHOWN_MAX })}</p>
      )}
    </div>
  );
}

const isShown = (value: unknown): boolean => typeof value === 'string' && value !== '' && value !== '0';

function Figure({ line, field }: { line: Data; field: string }) {
  const unit = line['unit_name'];
  return (
    <>
      <Amount value={String(line[field])} />{' '}
      {field.endsWith('quantity') && typeof unit === 'string' && <bdi className="text-xs text-ink-muted">{unit}</bdi>}
    </>
  );
}
