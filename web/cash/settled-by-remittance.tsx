/** What a remittance settles with the supplier who received it: the oldest is proposed, in its own currency and in the other. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Money, printMoney, smallestUnit } from '../../domain/values/money.ts';
import { printRate } from '../../domain/values/rate.ts';
import { useDocumentCurrency } from '../shared/document/model/amount-format.ts';
import type { Fields } from '../shared/document/model/draft.ts';
import { rateOn, useReferenceData } from '../shared/document/model/reference-data.ts';
import { AmountField } from '../shared/form/fields/amount-field.tsx';
import { isSettled, proposal, type Settled, takenBy, withAmount } from '../shared/party/allocation.ts';
import { Left, settleable, useOpenDocuments } from '../shared/party/allocations-tab.tsx';
import { OpenDocumentsTable } from '../shared/party/open-documents-table.tsx';
import { useOtherMoney } from '../shared/party/rate-of-debts.ts';

interface Sent {
  readonly supplier: number | null;
  /** The remittance. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly date: string;
  /** What arrived of it. */
  readonly left: Money;
}

/** The choice of the person, and the fields of the command for it; none where no supplier is paid. */
export function useSettled({ supplier, data, date, left }: Sent) {
  const [chosen, setChosen] = useState<readonly Settled[]>();
  const [typedRate, setTypedRate] = useState<string>();
  useReferenceData(date);
  const { currency_fk, rate } = data;
  const settle_rate = typedRate ?? (typeof rate === 'string' ? rate : rateOn(date)?.out) ?? null;
  const header: Fields = { supplier_fk: supplier, currency_fk: Number(currency_fk), date, settle_rate };
  const other = useOtherMoney(header);
  const unit = smallestUnit(useDocumentCurrency(header).decimals);
  const { data: found = [] } = useOpenDocuments(header, undefined);
  const open = settleable(found, header, other);
  const settled = chosen ?? proposal(left, open, { day: date, unit, other });
  const allocations = settled.filter(isSettled);
  const isOther = allocations.some((each) => each.currency_fk !== undefined);
  const body =
    supplier === null || found.length === 0
      ? {}
      : { allocations, ...(isOther && other ? { settle_rate: printRate(other.rate) } : {}) };
  const choose = (next: Settled) => setChosen(withAmount(settled, next));
  return { open, settled, other, unit, left, body, choose, rate: settle_rate, setRate: setTypedRate };
}

export function SettledByRemittance({ of }: { readonly of: ReturnType<typeof useSettled> }) {
  const { t } = useTranslation();
  const { open, settled, other, unit, left, choose, rate, setRate } = of;
  if (open.length === 0) return null;
  return (
    <section className="flex flex-col gap-3" data-settled={printMoney(takenBy(settled, open, other))}>
      {open.some(({ currency_fk }) => currency_fk !== other?.currency) && (
        <AmountField name="settle_rate" label={t('fields:settle_rate')} value={String(rate ?? '')} onChange={setRate} />
      )}
      <OpenDocumentsTable {...{ open, settled, other, unit }} onChange={choose} />
      <Left amount={left} taken={takenBy(settled, open, other)} />
    </section>
  );
}
