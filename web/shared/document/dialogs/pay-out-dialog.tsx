/** Pays an approved document: day, account, and the rate and the money where that is of the other currency. */
import { type ReactNode, useState } from 'react';
import { payableIn } from '../../../../domain/debts/money-for-debts.ts';
import type { DialogProps } from '../../controls/dialog.tsx';
import { CashField } from '../../form/fields/cash-field.tsx';
import { DayField } from '../../form/fields/date-field.tsx';
import { useMe } from '../../session/session.ts';
import { localToday } from '../../typing/date-words.ts';
import { MoneyOnForm } from '../fields/money-given.tsx';
import { useOtherMoney } from '../fields/use-other-money.ts';
import type { ScreenTransition } from '../screen-declaration.ts';
import { TransitionDialog, type TransitionDialogProps } from './transition-dialogs.tsx';

/** Transitions of documents with approval, payment and reversal (`domain/documents/approved.ts`). */
export const APPROVED_TRANSITIONS: readonly ScreenTransition[] = [
  { name: 'approve', permission: 'approve' },
  { name: 'pay_out', permission: 'pay', dialog: PayOutDialog },
  { name: 'reverse', permission: 'destroy', reasoned: true },
  { name: 'discard', permission: 'destroy', dangerous: true },
];

interface PayOutProps extends TransitionDialogProps {
  /** Further fields of the body, and their controls. */
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly children?: ReactNode;
  /** What is paid, where it is not all of the document. */
  readonly amount?: string;
  readonly disabled?: boolean;
  readonly width?: DialogProps['width'] & string;
}

export function PayOutDialog({
  session,
  name,
  onClose,
  extra,
  children,
  amount,
  disabled = false,
  width,
}: PayOutProps) {
  const { system_currency } = useMe();
  const data = session.read().server?.data ?? {};
  const [date, setDate] = useState(localToday());
  const [account, setAccount] = useState<number | null>(null);
  const own = Number(data['currency_fk'] ?? system_currency.currency_id);
  const { header, given, type } = useOtherMoney({
    of: { date, currency_fk: own, account_fk: account },
    direction: 'out',
  });
  const isSaid = account !== null && /^\d{4}-\d\d-\d\d$/.test(date);
  return (
    <TransitionDialog
      {...{ session, name, onClose, ...(width ? { width } : {}) }}
      body={{ date, account_fk: account, ...given, ...extra }}
      disabled={!isSaid || disabled}
    >
      <div className="flex flex-col gap-3">
        <DayField value={date} onChange={setDate} />
        <CashField
          name="account_fk"
          currency={payableIn(own).join(',')}
          outlet={data['outlet_fk']}
          value={account}
          onChange={setAccount}
        />
        <MoneyOnForm header={header} total={amount ?? String(data['amount'] ?? '')} onChange={type} />
        {children}
      </div>
    </TransitionDialog>
  );
}
