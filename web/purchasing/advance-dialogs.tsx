/** Advance payments on a purchase order: adding one, reversing one, and all of them, each with its rate. */

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moneyFor, payableIn } from '../../domain/debts/money-for-debts.ts';
import { printMoney, readMoney, smallestUnit } from '../../domain/values/money.ts';
import { readRate } from '../../domain/values/rate.ts';
import { listThatFits } from '../shared/api/wire.ts';
import { Amount, Day } from '../shared/controls/amount.tsx';
import { type SmallColumn, SmallTable } from '../shared/controls/small-table.tsx';
import { EmptyState } from '../shared/controls/states.tsx';
import { ReversePartDialog } from '../shared/document/dialogs/reverse-part-dialog.tsx';
import { TransitionDialog, type TransitionDialogProps } from '../shared/document/dialogs/transition-dialogs.tsx';
import { useCurrencies } from '../shared/document/model/amount-format.ts';
import { rateOn, useReferenceData } from '../shared/document/model/reference-data.ts';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { useSessionState } from '../shared/document/model/use-session.ts';
import { AmountField } from '../shared/form/fields/amount-field.tsx';
import { CashField } from '../shared/form/fields/cash-field.tsx';
import { DateField } from '../shared/form/fields/date-field.tsx';
import { fieldLabel } from '../shared/language/names.ts';
import { localToday } from '../shared/typing/date-words.ts';

interface Payment {
  readonly payment_id: number;
  readonly date: string;
  readonly amount: string;
  /** Null in the system currency. */
  readonly rate: string | null;
  readonly rate_fk?: number | null;
  readonly order_date: string;
  readonly standing: boolean;
  /** The money of an account in the other currency. */
  readonly paid_amount?: string;
  readonly paid_currency_fk?: number;
  readonly paid_rate?: string;
}

const paymentsOf = (data: Readonly<Record<string, unknown>>) => listThatFits<Payment>(data['payments'], {});

export function PayDialog({ session, name, onClose }: TransitionDialogProps) {
  const { t } = useTranslation();
  const { server, problems } = useSessionState(session);
  const data = server?.data ?? {};
  const { symbol } = useCurrencies()(Number(data['currency_fk']));
  const [date, setDate] = useState(localToday());
  const [amount, setAmount] = useState('');
  const [account, setAccount] = useState<number | null>(null);
  const [paidIn, setPaidIn] = useState<number>();
  const [typedRate, setTypedRate] = useState<string>();
  useReferenceData(date);
  const payments = paymentsOf(data);
  const isForeign = data['currency_fk'] !== data['system_currency_fk'];
  const isOther = account !== null && paidIn !== undefined && paidIn !== data['currency_fk'];
  const hasRate = isForeign || isOther;
  const proposed = isForeign ? rateOfPayment(payments, date) : rateOfDay(date);
  const rated = typedRate === undefined ? proposed : { rate_fk: null, rate: typedRate };
  const isRated = !hasRate || (readRate(rated.rate ?? '') ?? 0n) > 0n;
  const isSaid = /^\d+(\.\d+)?$/.test(amount) && account !== null && date !== '' && isRated;
  const payment_id = Math.max(0, ...payments.map((payment) => payment.payment_id)) + 1;
  const body = { payment_id, date, amount, account_fk: account, ...(hasRate ? rated : {}) };
  const field = (name: string) => ({ name, label: fieldLabel(name), problem: problems.get(name), required: true });
  return (
    <TransitionDialog {...{ session, name, onClose, body }} disabled={!isSaid}>
      <div className="grid grid-cols-2 gap-3">
        <AmountField
          {...field('amount')}
          label={t('report:columns.amount', { currency: symbol })}
          autoFocus
          value={amount}
          onChange={setAmount}
        />
        <DateField {...field('date')} value={date} onChange={setDate} />
        <CashField
          {...field('account_fk')}
          currency={payableIn(Number(data['currency_fk'])).join(',')}
          outlet={data['outlet_fk']}
          value={account}
          onChange={(chosen, row) => {
            setAccount(chosen);
            setPaidIn(row === null ? undefined : Number(row['currency_fk']));
          }}
        />
        {hasRate && (
          <AmountField
            {...field('rate')}
            label={t('document:rate_out')}
            value={rated.rate ?? ''}
            onChange={setTypedRate}
          />
        )}
      </div>
      {isOther && <MoneyPaid {...{ amount, rate: rated.rate, currency: Number(data['currency_fk']), paidIn }} />}
    </TransitionDialog>
  );
}

interface MoneyPaidProps {
  readonly amount: string;
  /** Of the amount. */
  readonly currency: number;
  readonly paidIn: number;
  readonly rate: string | null;
}

/** What leaves an account in the other currency for an amount of the order. */
function MoneyPaid({ amount, currency, paidIn, rate }: MoneyPaidProps) {
  const currencyOf = useCurrencies();
  const [of, at] = [readMoney(amount), readRate(rate ?? '')];
  if (of === undefined || at === undefined || at <= 0n) return null;
  const given = { currency: paidIn, unitOf: (id: number) => smallestUnit(currencyOf(id).decimals) };
  const { decimals, symbol } = currencyOf(paidIn);
  return (
    <p role="status" className="pt-3 text-sm text-ink-muted">
      {fieldLabel('paid_amount')}:{' '}
      <AmountIn value={printMoney(moneyFor(of, currency, given, at))} {...{ decimals, symbol }} />
    </p>
  );
}

/** That of an earlier payment that is open on the day, or else that of the day. */
function rateOfPayment(payments: readonly Payment[], date: string) {
  const beside = payments.find(
    (paid) => paid.standing && date === (paid.rate_fk === undefined ? paid.order_date : paid.date),
  );
  if (beside) return { rate_fk: beside.rate_fk ?? null, rate: beside.rate };
  return rateOfDay(date);
}

function rateOfDay(date: string) {
  const day = rateOn(date);
  return { rate_fk: day?.rate_id ?? null, rate: day?.out ?? null };
}

/** The tab of an order: what was paid in advance, each payment at its own rate, with those that were reversed. */
export function AdvancesTab({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const { server } = useSessionState(session);
  const currencyOf = useCurrencies();
  const { symbol, decimals } = currencyOf(Number(server?.data['currency_fk']));
  const payments = paymentsOf(server?.data ?? {});
  if (payments.length === 0) return <EmptyState title={t('purchasing:no_payments')} />;
  const isForeign = server?.data['currency_fk'] !== server?.data['system_currency_fk'];
  const rate: SmallColumn<Payment> = {
    head: t('document:rate_out'),
    number: true,
    cell: ({ rate, paid_rate }) => <Amount value={rate ?? paid_rate ?? ''} />,
  };
  const isOther = payments.some(({ paid_amount }) => paid_amount !== undefined);
  const money: SmallColumn<Payment> = {
    head: fieldLabel('paid_amount'),
    number: true,
    cell: ({ paid_amount, paid_currency_fk }) =>
      paid_amount !== undefined &&
      paid_currency_fk !== undefined && <AmountIn value={paid_amount} {...currencyOf(paid_currency_fk)} />,
  };
  return (
    <div className="p-4">
      <SmallTable
        className="w-full max-w-3xl"
        rows={payments}
        keyOf={({ payment_id }) => payment_id}
        rowClass={({ standing }) => (standing ? '' : 'text-ink-muted line-through')}
        columns={[
          { head: fieldLabel('date'), cell: ({ date }) => <Day value={date} /> },
          {
            head: t('report:columns.amount', { currency: symbol }),
            number: true,
            cell: ({ amount }) => <Amount value={amount} decimalsMin={decimals} />,
          },
          ...(isForeign || isOther ? [rate] : []),
          ...(isOther ? [money] : []),
        ]}
      />
    </div>
  );
}

function AmountIn({ value, decimals, symbol }: { value: string; decimals: number; symbol: string }) {
  return (
    <span>
      <Amount value={value} decimalsMin={decimals} /> <bdi className="text-ink-muted">{symbol}</bdi>
    </span>
  );
}

export function ReversePaymentDialog(props: TransitionDialogProps) {
  const { t } = useTranslation();
  return (
    <ReversePartDialog
      {...props}
      legend={t('purchasing:payments')}
      parts={paymentsOf(props.session.read().server?.data ?? {}).filter((payment) => payment.standing)}
      field="payment_id"
      idOf={({ payment_id }) => payment_id}
      show={({ date, amount, rate }) => (
        <>
          <Day value={date} />
          <Amount value={amount} />
          {rate !== null && (
            <span className="text-ink-muted">
              <Amount value={rate} />
            </span>
          )}
        </>
      )}
    />
  );
}
