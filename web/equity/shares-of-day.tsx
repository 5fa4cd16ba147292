/** The shares of the stockholders in a dividend on its record day, and a word when they are not the whole. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { lackingWhole, type Part, shareOn } from '../../domain/equity/shares.ts';
import { readMoney, ZERO } from '../../domain/values/money.ts';
import type { Row } from '../shared/api/list.ts';
import { amountOf } from '../shared/document/fields/usual-fields.ts';
import { type Draft, type Fields, isEmpty, textOf } from '../shared/document/model/draft.ts';
import { useEditing } from '../shared/document/model/editing-store.ts';
import { dayOf } from '../shared/document/model/past-day.ts';
import type { DocumentSession } from '../shared/document/model/session.ts';
import { fetchPages } from '../shared/report/fetch-pages.ts';
import { useCan } from '../shared/session/session.ts';
import { formatDate } from '../shared/typing/date-words.ts';

/** A line as a part of the dividend; its share is that of the record day, or null while it is not known. */
export const partOf = (line: Fields): Part => ({
  amount: readMoney(textOf(line, 'amount') ?? ''),
  share: textOf(line, 'share_percentage') ?? null,
});

/** Whether anything can be divided: a line without an amount has a share. */
export const isShared = (parts: readonly Part[]): boolean =>
  parts.some(({ amount, share }) => amount === undefined && (readMoney(share ?? '0') ?? ZERO) > 0n);

const recordDay = (header: Fields): string =>
  dayOf(isEmpty(header['record_date']) ? header['date'] : header['record_date']);

/** The draft with the shares of its record day; the same object where nothing changes. */
export function withShares(draft: Draft, holders: readonly Row[]): Draft {
  const day = recordDay(draft.header);
  const lines = draft.lines.map((line) => {
    const share = shareOn(
      holders.find(({ stockholder_id }) => stockholder_id === line.fields['stockholder_fk']),
      day,
    );
    if ((line.fields['share_percentage'] ?? null) === share) return line;
    return { ...line, fields: { ...line.fields, share_percentage: share } };
  });
  return lines.some((line, index) => line !== draft.lines[index]) ? { ...draft, lines } : draft;
}

export function SharesOfDay({ session }: { session: DocumentSession }) {
  const { t } = useTranslation();
  const can = useCan();
  const { draft } = useEditing(session.store);
  const { data: holders } = useQuery({
    queryKey: ['stockholders', 'shares'],
    queryFn: () => fetchPages('stockholders', {}),
    enabled: session.editable && can('stockholders/index'),
    meta: { quiet: true },
  });
  useEffect(() => {
    if (!holders || !session.editable) return;
    const settled = (open: Draft) => withShares(open, holders);
    if (settled(draft) === draft) return;
    const untouched = !session.dirty;
    session.store.edit({ do: 'settle', settled });
    if (untouched) session.keepAsUnsaved(session.store.state.draft);
  }, [draft, holders, session]);
  if (!holders || !session.editable) return null;
  const parts = draft.lines
    .filter(({ fields }) => !isEmpty(fields['stockholder_fk']))
    .map(({ fields }) => partOf(fields));
  const whole = lackingWhole(readMoney(amountOf(draft.header['amount'])) ?? ZERO, parts);
  if (whole === undefined) return null;
  return (
    <p role="status" data-shares className="rounded-md bg-warning px-3 py-2 text-warning-ink">
      {t('equity:shares_not_whole', { day: formatDate(recordDay(draft.header)), value: whole })}
    </p>
  );
}
