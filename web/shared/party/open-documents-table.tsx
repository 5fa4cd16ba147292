/** The open documents of a party with their allocated amounts, each in its currency, and the money for them. */
import { useTranslation } from 'react-i18next';
import { type Money, printMoney } from '../../../domain/values/money.ts';
import { Amount, Day } from '../controls/amount.tsx';
import { type SmallColumn, SmallTable } from '../controls/small-table.tsx';
import { useCurrencies } from '../document/model/amount-format.ts';
import { AmountField } from '../form/fields/amount-field.tsx';
import { DocumentLink, documentWords } from '../report/report-links.tsx';
import {
  isSettled,
  keyOfOpen,
  type OpenDocument,
  type OtherMoney,
  type Settled,
  settledKey,
  ticked,
  usedFor,
} from './allocation.ts';

interface OpenDocumentsTableProps {
  readonly open: readonly OpenDocument[];
  readonly settled: readonly Settled[];
  readonly other: OtherMoney | undefined;
  /** The smallest amount of the payment's currency. */
  readonly unit: Money;
  /** Undefined when amounts are read-only. */
  readonly onChange?: (next: Settled) => void;
}

export function OpenDocumentsTable({ open, settled, other, unit, onChange }: OpenDocumentsTableProps) {
  const { t } = useTranslation();
  const currencies = useCurrencies();
  const chosen = new Map(settled.map((value) => [settledKey(value.document, value.currency_fk), value]));
  const isOther = (row: OpenDocument) => other !== undefined && row.currency_fk !== other.currency;
  const hasOthers = open.some(isOther);
  const lookOf = (currency: number) => ({
    decimals: currencies(currency).decimals,
    symbol: hasOthers ? currencies(currency).symbol : '',
  });
  const of = (row: OpenDocument): Settled =>
    chosen.get(keyOfOpen(row, other)) ?? {
      document: row.document,
      amount: '',
      ...(isOther(row) ? { currency_fk: row.currency_fk } : {}),
    };
  const cellOf = (row: OpenDocument, name: 'amount' | 'used') => {
    const value = of(row);
    if (name === 'used' && (!isOther(row) || value.amount === '')) return null;
    const shown = name === 'amount' ? value.amount : printMoney(usedFor(value, other));
    const look = lookOf(name === 'amount' ? row.currency_fk : (other?.currency ?? row.currency_fk));
    if (!onChange) return <InCurrency value={shown} {...look} />;
    const names = { document: documentWords(documentOf(row)) };
    const { used: _used, ...atRate } = value;
    return (
      <AmountField
        ariaLabel={name === 'amount' ? t('parties:settle.amount_of', names) : t('parties:settle.used_of', names)}
        value={shown}
        suffix={look.symbol === '' ? undefined : look.symbol}
        onChange={(typed) => onChange(name === 'amount' ? { ...atRate, amount: typed } : { ...value, used: typed })}
      />
    );
  };
  const tick = (row: OpenDocument) => onChange?.(ticked(row, !isSettled(of(row)), { unit, other }));
  const ticks: SmallColumn<OpenDocument> = {
    head: t('parties:settle.whole'),
    cell: (row) => (
      <input
        type="checkbox"
        // Tab leads from box to box; the space key in a box ticks its document.
        tabIndex={-1}
        checked={isSettled(of(row))}
        aria-label={t('parties:settle.whole_of', { document: documentWords(documentOf(row)) })}
        onChange={() => tick(row)}
        className="size-4 align-middle accent-accent"
      />
    ),
  };
  const settles: SmallColumn<OpenDocument> = {
    head: t('parties:settle.amount'),
    number: onChange === undefined,
    className: 'number-head w-44 max-md:w-32',
    cell: (row) => {
      const used = cellOf(row, 'used');
      return (
        // biome-ignore lint/a11y/noStaticElementInteractions: the key is pressed in the box.
        <div
          className={onChange ? 'min-w-32' : undefined}
          onKeyDown={(event) => {
            if (event.key !== ' ' || !onChange) return;
            event.preventDefault();
            tick(row);
          }}
        >
          {cellOf(row, 'amount')}
          {used && (
            // Below the amount, because two boxes beside each other fit into no narrow window.
            <div className="pt-1">
              <span className="text-xs text-ink-muted">{t('parties:settle.used')}</span> {used}
            </div>
          )}
        </div>
      );
    },
  };
  const openOf = ({ amount, currency_fk }: OpenDocument) => <InCurrency value={amount} {...lookOf(currency_fk)} />;
  return (
    <div className="@container">
      <SmallTable
        className="w-full max-w-4xl"
        rows={open}
        keyOf={(row) => keyOfOpen(row, other)}
        columns={[
          ...(onChange ? [ticks] : []),
          {
            head: t('parties:settle.document'),
            cell: (row) => (
              <>
                <DocumentLink {...documentOf(row)} {...(onChange ? { tabIndex: -1 } : {})} />
                <div className="hidden max-md:block @max-xl:block">{openOf(row)}</div>
              </>
            ),
          },
          { head: t('parties:settle.date'), isWideOnly: true, cell: ({ date }) => <Day value={date} /> },
          { head: t('parties:settle.open_amount'), number: true, isWideOnly: true, cell: openOf },
          settles,
        ]}
      />
    </div>
  );
}

interface InCurrencyProps {
  readonly value: string;
  /** Empty where all amounts are in one currency. */
  readonly symbol: string;
  /** Of the currency. */
  readonly decimals: number;
}

/** An amount with the decimals of its currency, and its symbol where there are several. */
export function InCurrency({ value, symbol, decimals }: InCurrencyProps) {
  return (
    <span className="inline-flex items-baseline gap-1">
      <Amount value={value} decimalsMin={decimals} />
      {symbol !== '' && <span className="text-ink-muted">{symbol}</span>}
    </span>
  );
}

const documentOf = ({ document_kind, document_id, number }: OpenDocument) => ({
  kind: document_kind,
  id: document_id,
  number,
});
