/**
 * What is known of the piece of a warranty claim: while it is a draft, of the piece whose number was scanned or typed, which
 * fills its item and its customer; afterwards what the claim holds.
 */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../shared/api/read.ts';
import { Day } from '../../shared/controls/amount.tsx';
import { isEmpty, textOf } from '../../shared/document/model/draft.ts';
import { useEditing } from '../../shared/document/model/editing-store.ts';
import type { DocumentSession } from '../../shared/document/model/session.ts';
import { useSessionState } from '../../shared/document/model/use-session.ts';
import { fieldLabel, optionLabel } from '../../shared/language/names.ts';
import { DocumentLink } from '../../shared/report/report-links.tsx';
import { useCan } from '../../shared/session/session.ts';
import { localToday } from '../../shared/typing/date-words.ts';

export function FoundPiece({ session }: { session: DocumentSession }) {
  const { server } = useSessionState(session);
  const isDraft = server === undefined || server.data['status'] === 'draft';
  return isDraft ? <LookedUp session={session} /> : <Held data={server.data} />;
}

/** A number shorter than this is still being typed. */
const LEAST_LENGTH = 4;

function LookedUp({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const can = useCan();
  const { header } = useEditing(session.store).draft;
  const number = textOf(header, 'serial_number')?.trim() ?? '';
  const isAsked = number.length >= LEAST_LENGTH && can('reports/serial_numbers');
  const { data } = useQuery({
    queryKey: ['warranty_claims', 'piece', number],
    queryFn: () =>
      read('reports/serial_numbers', { query: { serial_number: number, per_page: '100' }, shape: { data: 'list' } }),
    enabled: isAsked && session.editable,
    staleTime: 15_000,
    retry: false,
    meta: { quiet: true },
  });
  const life = isAsked ? (data?.data ?? []) : [];
  const item = new Set(life.map(({ item_fk }) => item_fk)).size === 1 ? life[0]?.item_fk : undefined;
  const sold = life.findLast(({ what }) => what === 'sold' || what === 'given');
  const customer = sold?.customer_fk ?? undefined;
  useEffect(() => {
    const { header: now } = session.store.state.draft;
    const fill = (field: string, value: number | undefined) => {
      if (value === undefined || !session.editable || !isEmpty(now[field])) return;
      session.store.edit({ do: 'set', at: { field }, value });
    };
    fill('item_fk', item);
    if (isEmpty(now['brought_by'])) fill('customer_fk', customer);
  }, [item, customer, session]);
  if (!isAsked || data === undefined) return null;
  if (!sold) return <Strip>{t('sales:warranty.never_sold')}</Strip>;
  const until = sold.warranty_until;
  return (
    <Strip>
      <Fact label={fieldLabel('sold_date')}>
        <Day value={sold.date ?? ''} />
      </Fact>
      {sold.document_kind !== null && sold.document_id !== null && (
        <DocumentLink kind={sold.document_kind} id={sold.document_id} number={sold.number} />
      )}
      {sold.party_name !== null && <bdi>{sold.party_name}</bdi>}
      {until === null ? (
        <span className="text-warning">{t('sales:warranty.none')}</span>
      ) : (
        <Fact label={fieldLabel('warranty_until')}>
          <span className={until < localToday() ? 'text-danger' : ''}>
            <Day value={until} />
          </span>
        </Fact>
      )}
    </Strip>
  );
}

function Held({ data }: { data: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation();
  const text = (field: string): string | undefined => {
    const value = data[field];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [, kind = '', id = '0'] = /^(.*)-(\d+)$/.exec(text('sold_document') ?? '') ?? [];
  const [sold, until] = [text('sold_date'), text('warranty_until')];
  return (
    <Strip>
      {sold === undefined ? (
        t('sales:warranty.never_sold')
      ) : (
        <Fact label={fieldLabel('sold_date')}>
          <Day value={sold} />
        </Fact>
      )}
      {kind !== '' && <DocumentLink kind={kind} id={Number(id)} number={text('sold_number') ?? null} />}
      {until !== undefined && (
        <Fact label={fieldLabel('warranty_until')}>
          <Day value={until} />
        </Fact>
      )}
      {text('sent_to_name') && (
        <Fact label={fieldLabel('sent_to_fk')}>
          <bdi>{text('sent_to_name')}</bdi>
        </Fact>
      )}
      {['answered_as', 'ended_as'].map((field) => {
        const value = text(field);
        return value === undefined ? null : (
          <Fact key={field} label={fieldLabel(field)}>
            {optionLabel(field, value)}
          </Fact>
        );
      })}
      {text('given_number') && (
        <Fact label={fieldLabel('given_number')}>
          <bdi className="numeric">{text('given_number')}</bdi>
        </Fact>
      )}
    </Strip>
  );
}

const Strip = ({ children }: { readonly children: ReactNode }) => (
  <section
    data-found-piece
    className="flex flex-wrap items-baseline gap-x-6 gap-y-1 rounded-lg border border-edge bg-surface-1 px-3 py-2 text-sm"
  >
    {children}
  </section>
);

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <span>
    <span className="text-ink-muted">{label}</span> <span className="font-medium">{children}</span>
  </span>
);
