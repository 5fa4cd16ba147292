/** Closes the rest of a purchase: what of its costs becomes owed, and on which day. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { leftOfCosts } from '../../domain/purchasing/costs/rest-of-costs.ts';
import { OF_MONEY } from '../../domain/purchasing/costs/taken-cost.ts';
import { Amount } from '../shared/controls/amount.tsx';
import { TransitionDialog, type TransitionDialogProps } from '../shared/document/dialogs/transition-dialogs.tsx';
import { StepEffect } from '../shared/document/effect.tsx';
import { ShownName } from '../shared/document/fields/shown-name.tsx';
import { DayField } from '../shared/form/fields/date-field.tsx';
import { optionLabel } from '../shared/language/names.ts';
import { localToday } from '../shared/typing/date-words.ts';
import { ACCOUNT, CURRENCY, SUPPLIER } from './costs/cost-names.ts';
import type { ReadPurchase } from './read-purchase.ts';
import { usePurchase } from './use-purchase.ts';

export function ClosePurchaseDialog(props: TransitionDialogProps) {
  const purchase = usePurchase(props.session);
  return purchase ? <Close {...props} purchase={purchase} /> : null;
}

function Close({ session, name, onClose, purchase }: TransitionDialogProps & { readonly purchase: ReadPurchase }) {
  const { t } = useTranslation();
  const left = leftOfCosts({ purchase, receipts: purchase.receipts });
  const rests = left.filter(({ rest_of_cost_id }) => rest_of_cost_id !== OF_MONEY);
  const [paid] = left.filter(({ rest_of_cost_id }) => rest_of_cost_id === OF_MONEY);
  const last = purchase.receipts.at(-1)?.date ?? '';
  const [date, setDate] = useState(localToday() > last ? localToday() : last);
  if (left.length === 0) {
    return (
      <TransitionDialog {...{ session, name, onClose }} body={{}}>
        <p className="text-ink-muted">{t('purchasing:close_hint')}</p>
      </TransitionDialog>
    );
  }
  // The dialog is the question: it says what becomes owed.
  const body = { date, confirmed: true };
  return (
    <TransitionDialog {...{ session, name, onClose, body }} disabled={date === ''} width="wide">
      {paid && (
        <div className="mb-3">
          <p className="text-ink-muted">{t('purchasing:rest_of_money')}</p>
          <p className="flex gap-3 font-semibold">
            <Amount value={paid.cost.amount.replace('-', '')} />
            <ShownName field={CURRENCY} value={paid.cost.currency_fk} line={{ currency_fk: paid.cost.currency_fk }} />
          </p>
        </div>
      )}
      {rests.length > 0 && <p className="mb-3 text-ink-muted">{t('purchasing:rests_of_costs')}</p>}
      <ul className="mb-3 flex flex-col">
        {rests.map(({ cost, rest_of_cost_id }) => (
          <li key={rest_of_cost_id} className="flex min-h-(--row-height) items-center gap-3 border-b border-edge">
            <span>{optionLabel('cost_type', cost.cost_type)}</span>
            <span className="min-w-0 flex-1 truncate">
              {cost.payment_type === 'on_account' ? (
                <ShownName field={SUPPLIER} value={cost.supplier_fk} line={{ supplier_fk: cost.supplier_fk }} />
              ) : (
                <ShownName field={ACCOUNT} value={cost.account_fk} line={{ account_fk: cost.account_fk }} />
              )}
            </span>
            <ShownName field={CURRENCY} value={cost.currency_fk} line={{ currency_fk: cost.currency_fk }} />
            <Amount value={cost.amount} />
          </li>
        ))}
      </ul>
      <DayField value={date} onChange={setDate} />
      <StepEffect {...{ session, name, body }} />
    </TransitionDialog>
  );
}
