/** Pays an approved document: day, and account in the document's currency. */
import { type ReactNode, useState } from 'react';
import type { DialogProps } from '../../controls/dialog.tsx';
import { CashField } from '../../form/fields/cash-field.tsx';
import { DayField } from '../../form/fields/date-field.tsx';
import { useMe } from '../../session/session.ts';
import { localToday } from '../../typing/date-words.ts';
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
  readonly disabled?: boolean;
  readonly width?: DialogProps['width'] & string;
}

export function PayOutDialog({ session, name, onClose, extra, children, disabled = false, width }: PayOutProps) {
  const { system_currency } = useMe();
  const data = session.read().server?.data ?? {};
  const [date, setDate] = useState(localToday());
  const [account, setAccount] = useState<number | null>(null);
  const isSaid = account !== null && /^\d{4}-\d\d-\d\d$/.test(date);
  return (
    <TransitionDialog
      {...{ session, name, onClose, ...(width ? { width } : {}) }}
      body={{ date, account_fk: account, ...extra }}
      disabled={!isSaid || disabled}
    >
      <div className="flex flex-col gap-3">
        <DayField value={date} onChange={setDate} />
        <CashField
          name="account_fk"
          currency={data['currency_fk'] ?? system_currency.currency_id}
          outlet={data['outlet_fk']}
          value={account}
          onChange={setAccount}
        />
        {children}
      </div>
    </TransitionDialog>
  );
}
