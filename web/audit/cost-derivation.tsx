/** The derivation of a cost at one moment: the level before, the movement, its terms, and the earlier movements. */
import { useTranslation } from 'react-i18next';
import { money, printMoney, sum } from '../../domain/values/money.ts';
import type { Reads } from '../shared/api/read.ts';
import { Day } from '../shared/controls/amount.tsx';
import { SmallTable } from '../shared/controls/small-table.tsx';
import { optionLabel } from '../shared/language/names.ts';
import { RecordedAt } from '../shared/report/recorded-at.tsx';
import { DocumentLink, documentWords } from '../shared/report/report-links.tsx';
import { useMe } from '../shared/session/session.ts';
import { ExactQuantity, ExactValue } from './exact.tsx';
import { MadeOfGoods, Terms } from './reckoning.tsx';

type Cost = NonNullable<Reads['explain/line']['cost']>;
type NamedDocument = NonNullable<Cost['valued_by']>;

export function CostBehind({ cost }: { cost: Cost }) {
  const { t } = useTranslation();
  const { symbol } = useMe().system_currency;
  const money = (value: string) => <ExactValue value={value} />;
  const known = [...(cost.earlier ? [cost.earlier] : []), cost.now];
  const head = (name: string) => ({ head: t(`audit:cost.${name}`, { currency: symbol }), number: true });
  return (
    <div className="flex flex-col gap-4 overflow-x-auto">
      {cost.average_scope && cost.cost_method && (
        <p className="text-ink-muted">
          {t('audit:cost.rule', {
            method: optionLabel('cost_method', cost.cost_method),
            scope: optionLabel('average_scope', cost.average_scope),
          })}
        </p>
      )}
      {cost.valued_by && (cost.valued === 'like' || cost.layers) && (
        <p className="text-ink-muted">
          {t(`audit:cost.${cost.valued === 'like' ? 'like' : 'first'}`, { document: nameOf(cost.valued_by) })}
        </p>
      )}
      {cost.cost_of_line && (
        <>
          {!cost.valued_by && <p className="text-ink-muted">{t('audit:cost.like_own')}</p>}
          <SmallTable
            rows={[cost.cost_of_line]}
            keyOf={() => 'line'}
            columns={[
              { ...head('line_quantity'), cell: (line) => <ExactQuantity value={line.quantity} /> },
              { ...head('line_value'), cell: (line) => money(line.value) },
              { ...head('line_before'), cell: (line) => <ExactQuantity value={line.before} /> },
            ]}
          />
        </>
      )}
      <SmallTable
        rows={known}
        keyOf={({ position }) => position}
        columns={[
          { head: t('audit:known_at_position'), cell: ({ position }) => <RecordedAt position={position} /> },
          { ...head('quantity_before'), cell: (valuation) => <ExactQuantity value={valuation.quantity_before} /> },
          { ...head('value_before'), cell: (valuation) => money(valuation.value_before) },
          {
            ...head('average_before'),
            cell: ({ average_before }) => (average_before === null ? '—' : money(average_before)),
          },
          { ...head('quantity'), cell: (valuation) => <ExactQuantity value={valuation.quantity} /> },
          { ...head('value'), cell: (valuation) => money(valuation.value) },
        ]}
      />
      {cost.made_of && <MadeOfGoods made={cost.made_of} />}
      {cost.came_with.length > 0 && (
        <Terms title={t('audit:cost.came_with')} terms={cost.came_with} value={sumOf(cost.came_with)} />
      )}
      <Terms title={t('audit:cost.terms')} terms={cost.terms} value={cost.now.value} posted={cost.posted} />
      {cost.layers && cost.layers.length > 0 && (
        <>
          <h3 className="font-medium">{t('audit:cost.layers')}</h3>
          <SmallTable
            rows={cost.layers.map((layer, index) => ({ ...layer, index }))}
            keyOf={({ index }) => String(index)}
            columns={[
              { head: t('audit:cost.layer_of'), cell: ({ of }) => <LayerDocument of={of} /> },
              { ...head('quantity'), cell: (layer) => <ExactQuantity value={layer.quantity} /> },
              { ...head('value'), cell: (layer) => money(layer.value) },
            ]}
          />
        </>
      )}
      <h3 className="font-medium">{t('audit:cost.behind', { shown: cost.behind.length, of: cost.movements })}</h3>
      {cost.behind.length > 0 && (
        <SmallTable
          rows={cost.behind}
          keyOf={(entry) => `${entry.move_position}-${entry.effective_at}-${entry.quantity}-${entry.value}`}
          columns={[
            { head: t('report:columns.date'), cell: (entry) => <Day value={entry.effective_at.slice(0, 10)} /> },
            {
              head: t('report:columns.document'),
              cell: (entry) => <DocumentLink kind={entry.document_kind} id={entry.document_id} number={entry.number} />,
            },
            { ...head('quantity'), cell: (entry) => <ExactQuantity value={entry.quantity} /> },
            { ...head('value'), cell: (entry) => money(entry.value) },
          ]}
        />
      )}
    </div>
  );
}

const nameOf = ({ document_kind: kind, document_id: id, number }: NamedDocument): string =>
  documentWords({ kind, id, number });

const sumOf = (terms: Cost['terms']): string => printMoney(sum(terms.map(({ result }) => money(result))));

function LayerDocument({ of }: { of: NamedDocument | null }) {
  const { t } = useTranslation();
  if (of === null) return t('audit:cost.earlier_stock');
  return <DocumentLink kind={of.document_kind} id={of.document_id} number={of.number} />;
}
