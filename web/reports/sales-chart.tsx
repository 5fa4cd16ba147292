/** The sales report as bars: lengths are shares of the largest revenue, figures stand beside them. */
import { money } from '../../domain/kernel/money.ts';
import { Amount } from '../shared/controls/amount.tsx';
import type { Currency } from '../shared/session/session.ts';
import type { SalesRow } from './sales-row.ts';

interface SalesChartProps {
  readonly rows: readonly SalesRow[];
  readonly currency: Currency;
  readonly nameOf: (row: SalesRow) => string;
}

export function SalesChart({ rows, currency, nameOf }: SalesChartProps) {
  const amounts = rows.map(({ revenue }) => magnitude(revenue));
  const largest = amounts.reduce((most, amount) => (amount > most ? amount : most), 1n);
  const look = { decimals: currency.decimals, decimalsMin: currency.decimals };
  return (
    <ul className="min-h-0 flex-1 overflow-auto p-4">
      {rows.map((row, index) => (
        <li key={row.key} className="grid grid-cols-[minmax(96px,200px)_1fr_auto] items-center gap-3 py-1">
          <bdi className="numeric truncate text-end text-ink-muted">{nameOf(row)}</bdi>
          <span className="block h-5 rounded-sm bg-surface-2" aria-hidden>
            <span
              className={`block h-5 rounded-sm ${row.revenue.startsWith('-') ? 'bg-danger-solid' : 'bg-accent'}`}
              style={{ inlineSize: `${Number(((amounts[index] ?? 0n) * 1000n) / largest) / 10}%` }}
            />
          </span>
          <Amount value={row.revenue} {...look} className="w-32 text-end" />
        </li>
      ))}
    </ul>
  );
}

function magnitude(text: string): bigint {
  const amount = money(text);
  return amount < 0n ? -amount : amount;
}
