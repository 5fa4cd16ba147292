/** The totals of a document, computed live with the server's function. */
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../language/preferences.ts';
import { formatDecimal, type NumberFormat, signOf } from '../../typing/number-format.ts';
import type { ShownTotals } from '../model/declaration.ts';

export function TotalsPanel({ totals, look, currency }: { totals: ShownTotals; look: NumberFormat; currency: string }) {
  const { t } = useTranslation();
  const { digits } = usePreferences();
  const shown = { digits, ...look };
  if (totals.untotalled && totals.rows.length === 0) return null;
  return (
    <dl className="ms-auto flex min-w-72 flex-col gap-1 px-4 py-3" aria-live="polite">
      {totals.rows
        .filter((row) => row.always || signOf(row.value) !== 0)
        .map((row) => (
          <div key={row.label} className="flex items-baseline justify-between gap-8">
            <dt className="text-ink-muted">{t(row.label, row.params ?? {})}</dt>
            <dd className="number-cell min-w-36">{formatDecimal(row.value, shown)}</dd>
          </div>
        ))}
      {!totals.untotalled && (
        <div className="mt-1 flex items-baseline justify-between gap-8 border-t-2 border-edge pt-2">
          <dt className="font-semibold">{t(totals.totalLabel ?? 'document:totals.total', { currency })}</dt>
          <dd className="number-cell min-w-36 text-xl font-semibold" data-total>
            {formatDecimal(totals.total, shown)}
          </dd>
        </div>
      )}
    </dl>
  );
}
