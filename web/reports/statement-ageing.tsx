/** The end of a statement: the balance in each currency, its ageing, and the open documents. */

import { useTranslation } from 'react-i18next';
import { money, negate, printMoney } from '../../domain/values/money.ts';
import type { Reads } from '../shared/api/read.ts';
import { Amount, Day } from '../shared/controls/amount.tsx';
import { figureTarget } from '../shared/explain/links.tsx';
import { say } from '../shared/language/language.ts';
import { carried } from '../shared/report/address.ts';
import { Followed } from '../shared/report/columns.tsx';
import type { Target } from '../shared/report/declaration.ts';
import { DocumentLink } from '../shared/report/report-links.tsx';
import type { ReportSearch } from '../shared/report/report-search.ts';

const BUCKETS = ['not_due', 'days_0_30', 'days_31_60', 'days_61_90', 'over_90', 'credit'] as const;
type Bucket = (typeof BUCKETS)[number];

type Statement = Reads['reports/customers_statement'];
export type AgeingOfParty = Pick<Statement, 'opening' | 'ageing' | 'open'>;
type Aged = AgeingOfParty['ageing'][number];

/** The amount owed: by a customer to us, by us to a supplier, as on their page. Lines are debit positive. */
export const owedBy = (parties: 'customers' | 'suppliers', amount: string): string =>
  parties === 'customers' ? amount : printMoney(negate(money(amount)));

/** The reference of a figure with that sign. */
export const OWED = { customers: {}, suppliers: { side: 'owed' } } as const;

interface AgeingProps extends AgeingOfParty {
  readonly position: string;
  readonly parties: 'customers' | 'suppliers';
  readonly search: ReportSearch;
}

export function Ageing({ opening, ageing, open, position, parties, search }: AgeingProps) {
  const { t } = useTranslation();
  const named = (report: string, more: ReportSearch, fields: readonly string[]) =>
    figureTarget(`${parties}_${report}`, {
      known_at: position,
      ...carried(search, ['consumer_id', ...fields]),
      ...more,
    });
  const aging = (more: ReportSearch) => named('ageing', more, ['as_at', 'known_at', 'outlet_fk']);
  if (ageing.length === 0 && opening.length === 0) return null;
  return (
    <div className="grid gap-2 px-4 pb-3">
      {opening.map(({ currency_fk, currency_name, amount }) => (
        <p key={currency_fk} className="text-ink-muted">
          {t('report:opening')}{' '}
          <Followed
            target={named('statement', { currency_fk, of: 'opening', ...OWED[parties] }, [
              'from',
              'as_at',
              'known_at',
              'outlet_fk',
            ])}
          >
            <Amount value={owedBy(parties, amount)} />
          </Followed>{' '}
          <bdi>{currency_name}</bdi>
        </p>
      ))}
      {ageing.map((aged) => (
        <dl
          key={aged.currency_fk}
          className="flex flex-wrap gap-x-6 gap-y-1 rounded-lg border border-edge bg-surface-1 px-4 py-2 shadow-card"
        >
          <div>
            <dt className="text-xs font-medium text-ink-muted">
              {t('report:closing')} <bdi>{aged.currency_name}</bdi>
            </dt>
            <dd className="text-lg font-semibold">
              <Followed target={aging({ currency_fk: aged.currency_fk, of: 'balance' })}>
                <Amount value={aged.balance} />
              </Followed>
            </dd>
          </div>
          {BUCKETS.filter((bucket) => aged[bucket] !== '0').map((bucket) => (
            <div key={bucket}>
              <dt className="text-xs text-ink-muted">{bucketName(bucket)}</dt>
              <dd>
                <Followed target={aging({ currency_fk: aged.currency_fk, of: bucket })}>
                  <Amount value={aged[bucket]} />
                </Followed>
              </dd>
            </div>
          ))}
        </dl>
      ))}
      {open.length > 0 && <OpenDocuments open={open} aging={aging} />}
    </div>
  );
}

/** The ageing of each balance, as printed below the statement. */
export const agedFigures = (ageing: readonly Aged[]) =>
  ageing.flatMap((aged) =>
    BUCKETS.filter((bucket) => aged[bucket] !== '0').map((bucket) => ({
      name: `${aged.currency_fk} ${bucket}`,
      label: `${bucketName(bucket)} · ${aged.currency_name ?? ''}`,
      value: aged[bucket],
    })),
  );

const bucketName = (bucket: Bucket): string => say(`report:columns.${bucket === 'credit' ? 'credit_left' : bucket}`);

interface OpenProps extends Pick<AgeingOfParty, 'open'> {
  readonly aging: (more: ReportSearch) => Target;
}

function OpenDocuments({ open, aging }: OpenProps) {
  const { t } = useTranslation();
  return (
    <details>
      <summary className="cursor-pointer text-ink-muted">{t('report:open_documents')}</summary>
      <ul className="mt-1 grid gap-1">
        {open.map((openDocument) => (
          <li
            key={`${openDocument.document} ${openDocument.currency_fk} ${openDocument.due_date}`}
            className="flex flex-wrap items-baseline gap-x-3"
          >
            <DocumentLink
              kind={openDocument.document_kind}
              id={openDocument.document_id}
              number={openDocument.number}
            />
            <span className="text-ink-muted">
              {t('report:due')} <Day value={openDocument.due_date} />
            </span>
            {openDocument.days > 0 && (
              <span className="text-ink-muted">{t('report:overdue', { count: openDocument.days })}</span>
            )}
            <span>
              <Followed
                target={aging({
                  currency_fk: openDocument.currency_fk,
                  of: 'balance',
                  in_document: openDocument.document,
                })}
              >
                <Amount value={openDocument.amount} />
              </Followed>{' '}
              <bdi className="text-xs text-ink-muted">{openDocument.currency_name}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
