/** The credit status of a sale's customer: balance, limit, and whether a sale on account would be refused. */
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { money, negate, printMoney, readMoney, subtract } from '../../domain/values/money.ts';
import { isolateLtr, isolateText } from '../../languages/isolate.ts';
import { type Reads, read } from '../shared/api/read.ts';
import { Amount } from '../shared/controls/amount.tsx';
import { isCash } from '../shared/document/fields/usual-fields.ts';
import { useDocumentCurrency } from '../shared/document/model/amount-format.ts';
import { idOf, textOf } from '../shared/document/model/draft.ts';
import { useEditing } from '../shared/document/model/editing-store.ts';
import { useRoundingStep } from '../shared/document/model/goods/rounding-step.ts';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { usePreferences } from '../shared/language/preferences.ts';
import { useMe } from '../shared/session/session.ts';
import { formatDecimal } from '../shared/typing/number-format.ts';
import { oldestOf, soldOnAccount } from './sold-on-account.ts';

type Terms = Reads['customers/:id/terms'];
type Overdue = Terms['overdue'][number];

export function CustomerTerms({ session }: { session: DocumentSession }) {
  const { draft } = useEditing(session.store);
  const { header } = draft;
  const customer = idOf(header, 'customer_fk');
  const date = textOf(header, 'date');
  const { data } = useQuery({
    queryKey: ['customers', 'terms', customer, date],
    queryFn: async () => {
      const query = date !== undefined && /^\d{4}-\d\d-\d\d$/.test(date) ? { date } : {};
      return read('customers/:id/terms', { params: { id: String(customer) }, query, shape: { overdue: 'list' } });
    },
    enabled: customer !== undefined && session.editable,
    staleTime: 15_000,
    retry: false,
    meta: { quiet: true },
  });
  if (customer === undefined || !session.editable || !data) return null;
  return <Strip terms={data} session={session} />;
}

function Strip({ terms, session }: { terms: Terms; session: DocumentSession }) {
  const { t } = useTranslation();
  const { system_currency, currencies } = useMe();
  const { draft } = useEditing(session.store);
  const refused = useRefusals(terms, session);
  const look = { decimals: system_currency.decimals };
  const { balance, balance_elsewhere, allowed_debit_amount, free_amount, overdue } = terms;
  if (balance === null && refused.length === 0) return null;
  const elsewhere = readMoney(balance_elsewhere ?? '0') ?? 0n;
  return (
    <section
      aria-label={t('sales:terms.title')}
      data-customer-terms
      className="no-print flex flex-wrap items-baseline gap-x-6 gap-y-1 rounded-lg border border-edge bg-surface-1 px-3 py-2"
    >
      {balance !== null && (
        <Figure label={t('sales:terms.balance', { currency: system_currency.symbol })}>
          <Amount value={balance} {...look} />
        </Figure>
      )}
      {elsewhere !== 0n && (
        <Figure label={t('sales:terms.elsewhere')}>
          <Amount value={balance_elsewhere} {...look} />
        </Figure>
      )}
      {allowed_debit_amount !== null && (
        <Figure label={t('sales:terms.limit')}>
          <Amount value={allowed_debit_amount} {...look} />
        </Figure>
      )}
      {free_amount !== null && (
        <Figure label={t('sales:terms.free')}>
          <Amount value={free_amount} {...look} />
        </Figure>
      )}
      {overdue.map(({ currency_fk, amount, days, number }) => {
        const currency = currencies.find(({ currency_id }) => currency_id === currency_fk);
        return (
          <Figure key={currency_fk} label={t('sales:terms.overdue')}>
            <Amount value={amount} decimals={currency?.decimals ?? 2} /> <bdi>{currency?.symbol}</bdi>
            <span className="ms-2 text-ink-muted">
              {number === null
                ? t('sales:terms.since_unnamed', { count: days })
                : t('sales:terms.since', { count: days, number: isolateText(number) })}
            </span>
          </Figure>
        );
      })}
      {!isCash(draft.header) && refused.length > 0 && (
        <p role="alert" className="flex basis-full items-center gap-2 text-danger-ink">
          <TriangleAlert size={16} aria-hidden className="shrink-0" />
          {refused.join(' ')}
        </p>
      )}
    </section>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className="flex items-baseline gap-2">
      <span className="text-xs text-ink-muted">{label}</span>
      <span className="font-medium">{children}</span>
    </span>
  );
}

const tooLate = ({ days, number }: Overdue, allowed: number, t: TFunction): string =>
  number === null
    ? t('sales:terms.too_late_unnamed', { count: days, allowed })
    : t('sales:terms.too_late', { count: days, allowed, number: isolateText(number) });

/** The reasons for which the server would refuse a sale on account, shown before completion. */
function useRefusals({ free_amount, overdue, overdue_days }: Terms, { declaration, store }: DocumentSession): string[] {
  const { t } = useTranslation();
  const { digits } = usePreferences();
  const { system_currency } = useMe();
  const { draft } = useEditing(store);
  const roundingStep = useRoundingStep(draft.header);
  const { decimals } = useDocumentCurrency(draft.header);
  const { total } = declaration.totals(draft, {
    systemCurrency: system_currency.currency_id,
    roundingStep,
    decimals,
  });
  const sold = soldOnAccount(total, draft.header, system_currency.currency_id);
  const free = free_amount === null || sold === undefined ? undefined : subtract(money(free_amount), sold);
  const late = oldestOf(overdue);
  return [
    ...(free !== undefined && free < 0n
      ? [t('sales:terms.above_limit', { amount: isolateLtr(formatDecimal(printMoney(negate(free)), { digits })) })]
      : []),
    ...(overdue_days !== null && late ? [tooLate(late, overdue_days, t)] : []),
  ];
}
