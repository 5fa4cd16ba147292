/**
 * Corrects a receipt: refunds it and sells it again with corrections, in one command of the server. Payments are taken
 * from the first receipt, so that only the difference is paid; the new receipt references the old one.
 */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Members, objectsOf } from '../../../domain/values/members.ts';
import { printMoney, ZERO } from '../../../domain/values/money.ts';
import { command } from '../../shared/api/command.ts';
import { ApiError } from '../../shared/api/error.ts';
import { forget } from '../../shared/api/query.ts';
import { Amount } from '../../shared/controls/amount.tsx';
import { AnswerDialog } from '../../shared/controls/answer-dialog.tsx';
import { Button } from '../../shared/controls/button.tsx';
import { useCurrencies } from '../../shared/document/model/amount-format.ts';
import type { DocumentSession } from '../../shared/document/model/session.ts';
import { useSessionState } from '../../shared/document/model/use-session.ts';
import { AmountField } from '../../shared/form/fields/amount-field.tsx';
import { ReasonField } from '../../shared/form/fields/reason-field.tsx';
import { CheckField } from '../../shared/form/fields/select-field.tsx';
import { TextField } from '../../shared/form/fields/text-field.tsx';
import { fieldLabel } from '../../shared/language/names.ts';
import { notifyProblem, notifySuccess } from '../../shared/notify/notify.ts';
import { stepIn } from '../../shared/session/currency-step.ts';
import { useCan, useMe } from '../../shared/session/session.ts';
import { localToday } from '../../shared/typing/date-words.ts';
import { Lines, lineLabel } from './lines-of-receipt.tsx';
import { OpenDrawerField, Problems, useDrawerAccounts, useOpenDrawer } from './open-drawer-field.tsx';
import {
  batchesSaid,
  type ChosenBatches,
  countBack,
  countName,
  isChosen,
  type LineLeft,
  linesLeft,
  type Paid,
  paidAgain,
  paidLeft,
} from './receipt-left.ts';
import { paymentsOf, shownAmount, soldAgain, type TypedPayments } from './sold-again.ts';

type Typed = Readonly<Record<string, string>>;

interface CorrectDialogProps {
  readonly receipt: Members;
  readonly id: number;
  readonly onClose: () => void;
}

function CorrectDialog({ receipt, id, onClose }: CorrectDialogProps) {
  const { t } = useTranslation();
  const me = useMe();
  const { system_currency } = me;
  const [left] = useState(() => linesLeft(receipt));
  const [typed, setTyped] = useState<Typed>({});
  const [chosen, setChosen] = useState<ChosenBatches>(new Map());
  const [promoted, setPromoted] = useState(true);
  const [reason, setReason] = useState('');
  const drawer = useOpenDrawer(receipt['outlet_fk']);
  const { busy, wrong, correct } = useCorrecting(id, onClose);
  const type = (name: string) => (value: string) => setTyped({ ...typed, [name]: value });
  const read = (line: LineLeft, field: 'quantity' | 'price') =>
    typed[`${field} ${line.line_id}`] ?? (field === 'quantity' ? (line.left ?? '0') : String(line.fields['price']));
  const staying = (line: LineLeft) =>
    countBack(line, { [countName('quantity', line.line_id)]: read(line, 'quantity') });
  const sold = soldAgain(
    receipt,
    left.map((line) => ({
      line,
      quantity: read(line, 'quantity'),
      price: read(line, 'price'),
      ...batchesSaid(line, staying(line), chosen),
    })),
    { promoted, decimals: system_currency.decimals },
  );
  const before = paidLeft(receipt, system_currency.currency_id);
  const likely = sold && paidAgain(before, sold.total, stepIn(system_currency.currency_id, me));
  const payments = usePayments(typed, drawer, likely, referenceIn(receipt));
  const isPromoted = objectsOf(receipt['promotions']).length > 0;
  const areChosen = left.every((line) => isChosen(line, staying(line), chosen));
  const today = localToday();
  const isReady = drawer.value !== '' && reason.trim() !== '' && sold !== undefined && areChosen;
  const give = () => {
    if (!sold) return;
    const { outlet_fk, inventory_fk, customer_fk = null } = receipt;
    const { lines, discount, promotions } = sold;
    const at = { outlet_fk, inventory_fk, customer_fk, drawer_fk: Number(drawer.value), date: today };
    void correct({ ...at, lines, discount, promotions, payments: paymentsOf(payments), reason: reason.trim() });
  };
  return (
    <AnswerDialog
      {...{ title: t('document:transitions.correct'), busy, width: 'wide', disabled: !isReady, onClose }}
      onAnswer={give}
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-muted">{t('till:correct_hint')}</p>
        <Problems sentences={wrong} />
        <OpenDrawerField {...drawer} />
        <Lines {...{ lines: left, chosen, day: today }} countOf={staying} onChoose={setChosen}>
          {(line) =>
            line.left !== null &&
            (['quantity', 'price'] as const).map((field) => (
              <div key={field} className="w-32 max-sm:flex-1">
                <AmountField
                  ariaLabel={lineLabel(field, line.line_id)}
                  decimals={field === 'quantity' ? 6 : 4}
                  value={read(line, field)}
                  onChange={type(`${field} ${line.line_id}`)}
                />
              </div>
            ))
          }
        </Lines>
        {isPromoted && (
          <CheckField name="promoted" label={t('till:keep_promotions')} value={promoted} onChange={setPromoted} />
        )}
        {sold && (
          <PaidAgain
            {...{ before, payments, drawer, type }}
            total={printMoney(sold.total)}
            onCredit={typeof receipt['customer_fk'] === 'number'}
          />
        )}
        <ReasonField value={reason} onChange={setReason} autoFocus unhinted />
      </div>
    </AnswerDialog>
  );
}

const referenceIn = (receipt: Members): string => {
  const app = objectsOf(receipt['payments']).find(({ method }) => method === 'app');
  return String(app?.['reference_number'] ?? '');
};

/** The typed payments; default those of the receipt, with the difference in cash of the system currency. */
function usePayments(
  typed: Typed,
  drawer: Parameters<typeof useDrawerAccounts>[0],
  likely: Paid | undefined,
  reference: string,
): TypedPayments {
  const { system_currency } = useMe();
  const accounts = useDrawerAccounts(drawer);
  const isForeignTyped = accounts.some(
    ({ account_fk, currency_fk }) => currency_fk !== system_currency.currency_id && typed[`cash ${account_fk}`],
  );
  const ownCash = likely && !isForeignTyped ? shownAmount(likely.cash) : '';
  return {
    credit: typed['credit'] ?? shownAmount(likely?.credit ?? ZERO),
    app: typed['app'] ?? shownAmount(likely?.app ?? ZERO),
    reference: typed['reference'] ?? reference,
    cash: accounts.map(({ account_fk, currency_fk }) => ({
      account_fk,
      amount: typed[`cash ${account_fk}`] ?? (currency_fk === system_currency.currency_id ? ownCash : ''),
    })),
  };
}

interface PaidAgainProps {
  readonly before: Paid;
  readonly payments: TypedPayments;
  readonly drawer: Parameters<typeof useDrawerAccounts>[0];
  readonly total: string;
  /** True when a customer may owe the amount. */
  readonly onCredit: boolean;
  readonly type: (name: string) => (value: string) => void;
}

/** Each payment method with its amount in the first receipt, and in the new one. */
function PaidAgain({ before, payments, drawer, total, onCredit, type }: PaidAgainProps) {
  const { t } = useTranslation();
  const { system_currency } = useMe();
  const currencies = useCurrencies();
  const accounts = useDrawerAccounts(drawer);
  const amountOf = (account: number) => payments.cash.find(({ account_fk }) => account_fk === account)?.amount ?? '';
  const rows = [
    ...accounts.map(({ account_fk, account_name, currency_fk }) => ({
      name: `cash ${account_fk}`,
      label: `${t('till:method_cash')}: ${account_name ?? ''}`,
      value: amountOf(account_fk),
      currency: currencies(currency_fk),
      was: currency_fk === system_currency.currency_id ? before.cash : undefined,
    })),
    { name: 'app', label: t('till:method_app'), value: payments.app, currency: system_currency, was: before.app },
    ...(onCredit
      ? [
          {
            name: 'credit',
            label: t('till:method_credit'),
            value: payments.credit,
            currency: system_currency,
            was: before.credit,
          },
        ]
      : []),
  ];
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 flex w-full justify-between gap-4 font-semibold">
        {t('till:payments')}
        <span>
          {t('till:new_total')} <Amount value={total} {...system_currency} />
        </span>
      </legend>
      {rows.map(({ name, label, value, currency, was }) => (
        <div key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-40 flex-1">
            <bdi>{label}</bdi>
            {was !== undefined && was !== 0n && (
              <span className="ms-2 text-ink-muted">
                {t('till:paid_before')} <Amount value={printMoney(was)} {...currency} />
              </span>
            )}
          </span>
          <div className="w-40">
            <AmountField
              ariaLabel={label}
              name={name}
              decimals={4}
              suffix={currency.symbol}
              value={value}
              onChange={type(name)}
            />
          </div>
        </div>
      ))}
      {payments.app !== '' && (
        <TextField label={fieldLabel('reference_number')} value={payments.reference} onChange={type('reference')} />
      )}
    </fieldset>
  );
}

/** One command: the server refunds the receipt and stores the new one, or neither. */
function useCorrecting(replaces_fk: number, onClose: () => void) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const correct = async (receipt: Members) => {
    setBusy(true);
    setWrong([]);
    try {
      const body = { ...receipt, status: 'complete', replaces_fk };
      const { data, message } = await command(':resource', { params: { resource: 'pos_sales' }, body });
      if (message) notifySuccess(message);
      await Promise.all([forget('pos_sales'), forget('closing_drawers')]);
      onClose();
      void navigate({ to: `/sales/pos-sales/${data.id}` });
    } catch (problem) {
      const sentences = problem instanceof ApiError ? Object.values(problem.errors).flat() : [];
      if (sentences.length > 0) setWrong(sentences);
      else notifyProblem(problem);
    } finally {
      setBusy(false);
    }
  };
  return { busy, wrong, correct };
}

/** A button beside the transitions of a refundable receipt. */
export function CorrectAction({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const can = useCan();
  const { server } = useSessionState(session);
  const [asking, setAsking] = useState(false);
  const may = ['return_to_draft', 'store', 'complete'].every((action) => can(`pos_sales/${action}`));
  if (!may || !server?.possible.includes('refund')) return null;
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('document:transitions.correct')}</Button>
      {asking && <CorrectDialog receipt={server.data} id={server.id} onClose={() => setAsking(false)} />}
    </>
  );
}
