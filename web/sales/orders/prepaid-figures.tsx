/** Below the total of an online order: what the customer paid with the order, and the money that was given for it. */
import { membersOf } from '../../../domain/values/members.ts';
import { Amount } from '../../shared/controls/amount.tsx';
import { useCurrencies } from '../../shared/document/model/amount-format.ts';
import type { DocumentSession } from '../../shared/document/model/session.ts';
import { useSessionState } from '../../shared/document/model/use-session.ts';
import { fieldLabel } from '../../shared/language/names.ts';

export function PrepaidFigures({ session }: { session: DocumentSession }) {
  const currencyOf = useCurrencies();
  const data = useSessionState(session).server?.data;
  const { amount, paid_amount, paid_currency_fk } = membersOf(data?.['prepayment']);
  if (typeof amount !== 'string' || typeof data?.['currency_fk'] !== 'number') return null;
  const { decimals } = currencyOf(data['currency_fk']);
  const given =
    typeof paid_amount === 'string' && typeof paid_currency_fk === 'number'
      ? { value: paid_amount, ...currencyOf(paid_currency_fk) }
      : undefined;
  return (
    <p data-prepaid className="flex items-baseline justify-between gap-8 px-4 pb-3">
      <span>{fieldLabel('prepayment')}</span>
      <span className="number-cell min-w-36">
        {given && (
          <span className="me-2 text-ink-muted">
            <Amount value={given.value} decimalsMin={given.decimals} /> {given.symbol}
          </span>
        )}
        <Amount value={amount} decimalsMin={decimals} />
      </span>
    </p>
  );
}
