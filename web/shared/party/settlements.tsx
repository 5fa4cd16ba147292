/** The payments and returns of a sale or purchase: in a tab of its page, and in the side panel of its row. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../api/list.ts';
import { Amount, Day } from '../controls/amount.tsx';
import { EmptyState } from '../controls/states.tsx';
import { StatusChip } from '../controls/status-chip.tsx';
import type { DocumentSession } from '../document/model/session.ts';
import { STATUS_TONES } from '../document/model/status-tones.ts';
import { useSessionState } from '../document/model/use-session.ts';
import { useRowDocument } from '../document/row-document.ts';
import { optionLabel } from '../language/names.ts';
import { DocumentLink } from '../report/report-links.tsx';
import { Figures } from './owed-figures.tsx';
import { owedFigures, type Payment, paymentsIn, type Return, returnsIn } from './settled.ts';

type Data = Readonly<Record<string, unknown>>;

export function SettlementsTab({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const { server } = useSessionState(session);
  if (!server || !owedFigures(server.data)) return <EmptyState title={t('parties:owed.nothing_yet')} />;
  return <Settlements data={server.data} heading="h2" className="max-w-3xl p-4" />;
}

/** For a row of a list. */
export function SettlementsOf({ resource, row }: { resource: string; row: Row }) {
  const data = useRowDocument(resource, row);
  if (!data || !owedFigures(data)) return null;
  return (
    <div className="border-b border-edge py-3">
      <Figures data={data} className="px-4 pb-2" />
      <Settlements data={data} heading="h3" className="px-4" />
    </div>
  );
}

interface SettlementsProps {
  readonly data: Data;
  /** The level below the preceding heading. */
  readonly heading: 'h2' | 'h3';
  readonly className: string;
}

function Settlements({ data, heading, className }: SettlementsProps) {
  const { t } = useTranslation();
  const payments = paymentsIn(data);
  const returns = returnsIn(data);
  const isCash = data['payment_type'] !== 'on_account';
  return (
    <div className={`flex flex-col gap-4 ${className}`}>
      <Part
        heading={heading}
        title={t('parties:owed.payments')}
        empty={t(`parties:owed.${isCash ? 'paid_in_cash' : 'no_payments'}`)}
      >
        {payments.map((payment, index) => (
          // A payment without a visible document is identified by its index.
          <PaymentRow key={payment.document ?? index} payment={payment} />
        ))}
      </Part>
      {returns.length > 0 && (
        <Part heading={heading} title={t('parties:owed.returns')} empty="">
          {returns.map((each) => (
            <ReturnRow key={each.document} returned={each} />
          ))}
        </Part>
      )}
    </div>
  );
}

interface PartProps {
  readonly heading: 'h2' | 'h3';
  readonly title: string;
  readonly empty: string;
  readonly children: readonly ReactNode[];
}

function Part({ heading: Heading, title, empty, children }: PartProps) {
  return (
    <section>
      <Heading className="font-semibold">{title}</Heading>
      {children.length === 0 ? <p className="text-ink-muted">{empty}</p> : <ul>{children}</ul>}
    </section>
  );
}

const LINE = 'flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-edge py-1.5';

function PaymentRow({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const { document_kind: kind, document_id: id, number, date, amount } = payment;
  return (
    <li className={LINE} data-payment={payment.document ?? ''}>
      <span className="min-w-40 flex-1">
        {kind === null || id === null ? (
          <span className="text-ink-muted">{t('parties:owed.of_others')}</span>
        ) : (
          <DocumentLink kind={kind} id={id} number={number} />
        )}
      </span>
      <Day value={date} />
      <span className="ms-auto min-w-28 text-end">
        <Amount value={amount} />
      </span>
    </li>
  );
}

function ReturnRow({ returned }: { returned: Return }) {
  const { document_kind: kind, document_id: id, number, date, amount, status } = returned;
  return (
    <li className={LINE} data-return={returned.document}>
      <span className="min-w-40 flex-1">
        <DocumentLink kind={kind} id={id} number={number} />
      </span>
      {status !== 'complete' && (
        <StatusChip tone={STATUS_TONES[status] ?? 'neutral'} label={optionLabel('status', status)} />
      )}
      <Day value={date} />
      <span className="ms-auto min-w-28 text-end">
        <Amount value={amount} />
      </span>
    </li>
  );
}
