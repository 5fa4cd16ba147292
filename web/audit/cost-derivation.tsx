/** The moving average at one moment: what was there, what left or came, and the movements that it comes from. */
import { useTranslation } from 'react-i18next';
import { Amount, Day } from '../shared/controls/amount.tsx';
import { optionLabel } from '../shared/language/names.ts';
import { DocumentLink } from '../shared/report/report-links.tsx';
import { useMe } from '../shared/session/session.ts';

interface Valuation {
  readonly position: string;
  readonly quantity: string;
  readonly value: string;
  readonly quantity_before: string;
  readonly value_before: string;
  readonly average_before: string | null;
}
export interface Cost {
  readonly pool: 'stock' | 'cash';
  readonly average_scope: string | null;
  readonly cost_method: string | null;
  readonly now: Valuation;
  readonly earlier: Valuation | null;
  readonly movements: number;
  readonly behind: readonly {
    readonly effective_at: string;
    readonly document_kind: string;
    readonly document_id: number;
    readonly number: string | null;
    readonly move_position: string;
    readonly quantity: string;
    readonly value: string;
  }[];
}

const HEAD = 'border-b border-edge px-2 py-1.5 text-xs font-medium text-ink-muted';
const CELL = 'border-b border-edge px-2 py-1.5';

export function CostBehind({ cost }: { cost: Cost }) {
  const { t } = useTranslation();
  const { symbol, decimals } = useMe().system_currency;
  const money = (value: string | null) => <Amount value={value} decimalsMin={decimals} />;
  const known = [...(cost.earlier ? [cost.earlier] : []), cost.now];
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
      <table className="w-full border-collapse">
        <thead>
          <tr>
            <th scope="col" className={HEAD}>
              {t('audit:known_at_position')}
            </th>
            {(['quantity_before', 'value_before', 'average_before', 'quantity', 'value'] as const).map((name) => (
              <th key={name} scope="col" className={`${HEAD} number-head`}>
                {t(`audit:cost.${name}`, { currency: symbol })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {known.map((each) => (
            <tr key={each.position}>
              <td className={`${CELL} numeric`}>#{each.position}</td>
              <td className={`${CELL} number-cell`}>
                <Amount value={each.quantity_before} />
              </td>
              <td className={`${CELL} number-cell`}>{money(each.value_before)}</td>
              <td className={`${CELL} number-cell`}>
                {each.average_before === null ? '—' : money(each.average_before)}
              </td>
              <td className={`${CELL} number-cell`}>
                <Amount value={each.quantity} />
              </td>
              <td className={`${CELL} number-cell`}>{money(each.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3 className="font-medium">{t('audit:cost.behind', { shown: cost.behind.length, of: cost.movements })}</h3>
      {cost.behind.length > 0 && (
        <table className="w-full border-collapse">
          <thead>
            <tr>
              <th scope="col" className={HEAD}>
                {t('report:columns.date')}
              </th>
              <th scope="col" className={HEAD}>
                {t('report:columns.document')}
              </th>
              <th scope="col" className={`${HEAD} number-head`}>
                {t('audit:cost.quantity')}
              </th>
              <th scope="col" className={`${HEAD} number-head`}>
                {t('audit:cost.value', { currency: symbol })}
              </th>
            </tr>
          </thead>
          <tbody>
            {cost.behind.map((each) => (
              <tr key={`${each.move_position}-${each.effective_at}-${each.quantity}-${each.value}`}>
                <td className={CELL}>
                  <Day value={each.effective_at.slice(0, 10)} />
                </td>
                <td className={CELL}>
                  <DocumentLink kind={each.document_kind} id={each.document_id} number={each.number} />
                </td>
                <td className={`${CELL} number-cell`}>
                  <Amount value={each.quantity} />
                </td>
                <td className={`${CELL} number-cell`}>{money(each.value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
