/** Cells of lists about the units of an item: the price in its default unit, and the barcodes. */
import type { ReactNode } from 'react';
import type { Row } from '../shared/api/list.ts';
import { Amount } from '../shared/controls/amount.tsx';
import { unitsOf } from '../shared/document/model/goods/items.ts';
import { useMe } from '../shared/session/session.ts';

export const DefaultPrice = (row: Row): ReactNode => <Price row={row} />;

export function defaultPriceOf(row: Row): string {
  const units = unitsOf(row);
  return (units.find((unit) => unit.is_default) ?? units[0])?.sale_price ?? '';
}

/** The barcodes of all units, in the order of the units. */
export const barcodesOf = (row: Row): string =>
  unitsOf(row)
    .flatMap(({ barcodes }) => barcodes)
    .join(', ');

export const Barcodes = (row: Row): ReactNode => <bdi className="numeric">{barcodesOf(row)}</bdi>;

function Price({ row }: { row: Row }) {
  const { currencies, system_currency } = useMe();
  const own = currencies.find((currency) => currency.currency_id === row['price_currency_fk']);
  const { symbol, decimals } = own ?? system_currency;
  const isOther = own !== undefined && own.currency_id !== system_currency.currency_id;
  return (
    <span className="inline-flex items-baseline gap-1">
      <Amount value={defaultPriceOf(row)} decimals={decimals} decimalsMin={decimals} />
      {isOther && <span className="text-xs text-ink-muted">{symbol}</span>}
    </span>
  );
}
