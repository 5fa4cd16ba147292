/** Lines removed from the receipts of a drawer before payment: amounts by cashier, and each line. */
import { useTranslation } from 'react-i18next';
import { Amount } from '../../shared/controls/amount.tsx';
import { usePreferences } from '../../shared/language/preferences.ts';
import { useMe } from '../../shared/session/session.ts';
import { formatDate } from '../../shared/typing/date-words.ts';
import { shapeDigits } from '../../shared/typing/digits.ts';
import { formatDecimal } from '../../shared/typing/number-format.ts';
import type { RemovedFigures } from './drawer-figures.ts';

const COLUMNS = ['till:removed_at', 'till:removed_item', 'till:cashier', 'till:removed_quantity', 'till:removed_price'];

export function RemovedLines({ removed }: { removed: readonly RemovedFigures[] }) {
  const { t } = useTranslation();
  const { system_currency } = useMe();
  const { digits } = usePreferences();
  if (removed.length === 0) return null;
  const cashiers = Map.groupBy(removed, ({ cashier_fk }) => cashier_fk);
  return (
    <section aria-label={t('till:removed_lines')} className="flex max-w-2xl flex-col gap-2">
      <h3 className="font-medium">{t('till:removed_lines')}</h3>
      <ul className="flex flex-wrap gap-x-6 text-ink-muted">
        {[...cashiers].map(([cashier, lines]) => (
          <li key={cashier}>
            <bdi>{lines[0]?.cashier_name ?? '–'}</bdi>: {shapeDigits(String(lines.length), digits)}
          </li>
        ))}
      </ul>
      <table className="w-full">
        <thead className="sr-only">
          <tr>
            {COLUMNS.map((label) => (
              <th key={label} scope="col">
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {removed.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: removed lines keep their order.
            <tr key={index} className="border-b border-edge">
              <td className="py-1.5 whitespace-nowrap text-ink-muted">
                {formatDate(line.date)} <bdi>{shapeDigits(line.time ?? '', digits)}</bdi>
              </td>
              <td className="py-1.5">
                <bdi>{line.item_name}</bdi>
              </td>
              <td className="py-1.5 text-ink-muted">
                <bdi>{line.cashier_name}</bdi>
              </td>
              <td className="py-1.5 text-end">
                {formatDecimal(line.quantity)} <bdi>{line.unit_name}</bdi>
              </td>
              <td className="py-1.5 text-end">
                <Amount value={line.price} {...system_currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
