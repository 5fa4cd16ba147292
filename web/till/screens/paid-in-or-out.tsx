/** Pay-ins from the safe, and pay-outs for expenses. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readMoney } from '../../../domain/values/money.ts';
import { AmountField } from '../../shared/form/fields/amount-field.tsx';
import { TextField } from '../../shared/form/fields/text-field.tsx';
import { usePreferences } from '../../shared/language/preferences.ts';
import { currencyName, decimalsOf } from '../parts/money-text.tsx';
import type { DrawerHere } from '../parts/open-drawer.ts';
import { Problem } from '../parts/problem.tsx';
import { TillButton } from '../parts/till-button.tsx';
import { useTill } from '../parts/till-context.tsx';
import { useWriting } from '../parts/use-writing.ts';
import { nameIn } from '../selling/goods.ts';
import { cashProblem } from '../selling/payable.ts';

interface PaidInOrOutProps {
  readonly kind: 'pay_in' | 'pay_out';
  readonly drawer: DrawerHere;
  readonly onDone: () => void;
}

const SELECT = 'h-12 rounded-md border border-edge-strong bg-surface-1 px-2 text-base text-ink';

export function PaidInOrOut({ kind, drawer, onDone }: PaidInOrOutProps) {
  const { t } = useTranslation();
  const { language } = usePreferences();
  const till = useTill();
  const { expense_types } = till.device.catalogue.tables();
  const [account, setAccount] = useState(drawer.cash[0]?.account_fk ?? 0);
  const [amount, setAmount] = useState('');
  const [note, setNote] = useState('');
  const [type, setType] = useState<number | null>(null);
  const { problem, busy, write } = useWriting();
  const currency = drawer.cash.find(({ account_fk }) => account_fk === account)?.currency_fk ?? 0;
  const wrong = cashProblem(amount, decimalsOf(till, currency));
  const isPaid = wrong === undefined && (readMoney(amount) ?? 0n) > 0n;
  const isSaid = kind === 'pay_in' ? note.trim() !== '' : type !== null;
  const missing = !isPaid ? 'amount_missing' : isSaid ? undefined : kind === 'pay_in' ? 'say_why' : 'what_for_missing';
  const save = async () => {
    const isWritten = await write((moment) => {
      const of = { drawer: { uuid: drawer.uuid }, ...moment, account_fk: account, amount };
      return kind === 'pay_in'
        ? { kind: 'pay_in', ...of, note: note.trim() }
        : { kind: 'pay_out', ...of, expense_type_fk: type ?? 0, note: note.trim() || null };
    });
    if (isWritten) onDone();
  };
  return (
    <form
      noValidate
      className="grid gap-3 rounded-md border border-edge bg-surface-1 p-4 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (missing === undefined) void save();
      }}
    >
      <label className="flex flex-col gap-1 text-xs font-medium text-ink-muted">
        {t('selling:currency')}
        <select value={account} onChange={(event) => setAccount(Number(event.target.value))} className={SELECT}>
          {drawer.cash.map(({ account_fk, currency_fk }) => (
            <option key={account_fk} value={account_fk}>
              {currencyName(till, currency_fk)}
            </option>
          ))}
        </select>
      </label>
      <AmountField
        label={t('selling:amount')}
        value={amount}
        onChange={setAmount}
        problem={wrong && t(`selling:${wrong}`, { currency: currencyName(till, currency) })}
        required
        autoFocus
      />
      {kind === 'pay_out' && (
        <label className="flex flex-col gap-1 text-xs font-medium text-ink-muted">
          {t('selling:what_for')}
          <select
            value={type ?? ''}
            onChange={(event) => setType(event.target.value === '' ? null : Number(event.target.value))}
            className={SELECT}
          >
            <option value="">{t('selling:choose')}</option>
            {expense_types.map((each) => (
              <option key={each.id} value={each.id}>
                {nameIn(each, 'type_name', language)}
              </option>
            ))}
          </select>
        </label>
      )}
      <TextField
        label={t('selling:reason_of_refund')}
        value={note}
        onChange={setNote}
        maxLength={140}
        required={kind === 'pay_in'}
      />
      <div className="sm:col-span-2">
        <Problem text={problem} />
      </div>
      <TillButton
        look="primary"
        type="submit"
        disabled={busy}
        why={missing && t(`selling:why.${missing}`)}
        onPress={() => undefined}
      >
        {t(`selling:drawer_actions.${kind}`)}
      </TillButton>
      <TillButton onPress={onDone}>{t('selling:cancel')}</TillButton>
    </form>
  );
}
