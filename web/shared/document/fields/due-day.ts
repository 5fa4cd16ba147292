/**
 * The due day of a document on account. The terms of its party propose it, as the server would determine it
 * (domain/debts/due-date.ts); a proposed day is shown and not sent, and follows the day and the party of the document
 * until a person types another.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { daysLater, readDate } from '../../../../domain/values/effective-date.ts';
import { read } from '../../api/read.ts';
import type { ColumnDeclaration, FieldDeclaration, Wire } from '../model/declaration.ts';
import { type Draft, type Fields, idOf, textOf } from '../model/draft.ts';
import { useEditing } from '../model/editing-store.ts';
import { pastDay } from '../model/past-day.ts';
import type { DocumentSession } from '../model/session.ts';
import { isCash } from './usual-fields.ts';

/** The day that was proposed; only in the header of the draft. */
export const PROPOSED_DUE = 'proposed_due_date';

export const dueField: FieldDeclaration<'due_date'> = {
  field: 'due_date',
  kind: 'date',
  shown: (header) => !isCash(header),
};

/** The due day of a line that opens a debt of a customer or to a supplier; `partyOf` is the kind of party of a line. */
export const dueColumn = (partyOf: (line: Fields) => string | undefined): ColumnDeclaration<'due_date'> => ({
  field: 'due_date',
  kind: 'date',
  optional: true,
  width: '104px',
  shown: (_header, line) => partyOf(line) === 'customer' || partyOf(line) === 'supplier',
});

const isEntered = ({ due_date = null, [PROPOSED_DUE]: proposed }: Fields): boolean =>
  due_date !== null && due_date !== proposed;

/** Sends the due day only where a person typed it. */
export const dueWire = (wire: Wire = PLAIN): Wire => ({
  ...wire,
  send: ({ [PROPOSED_DUE]: proposed = null, due_date = null, ...body }) =>
    wire.send(due_date !== null && due_date !== proposed ? { ...body, due_date } : body),
});
const PLAIN: Wire = { send: (body) => body, read: (data) => data };

/** The draft with the proposed day, unless a person entered another one; the same object where nothing changes. */
export function withDueDay(draft: Draft, days: number): Draft {
  const { header } = draft;
  const date = readDate(textOf(header, 'date') ?? '');
  if (isCash(header) || isEntered(header) || date === undefined) return draft;
  const due = daysLater(date, days);
  return header['due_date'] === due ? draft : { ...draft, header: { ...header, due_date: due, [PROPOSED_DUE]: due } };
}

interface Asked {
  readonly id: string;
  /** A day before today, on which the terms may have been others. */
  readonly day: string | undefined;
  readonly signal: AbortSignal;
}

/** Days until a document of the party is due, by the terms of a day. */
async function termsOn(parties: 'customers' | 'suppliers', { id, day, signal }: Asked): Promise<number> {
  const params = { id };
  const terms =
    parties === 'customers'
      ? await read('customers/:id/terms', { params, signal, ...(day === undefined ? {} : { query: { date: day } }) })
      : await read('suppliers/:id/terms', { params, signal, ...(day === undefined ? {} : { query: { of_day: day } }) });
  return terms.payment_terms_days;
}

/** A stored document keeps its due day until a person changes it. */
export function useProposedDueDay(session: DocumentSession, parties: 'customers' | 'suppliers', field: string): void {
  const { draft } = useEditing(session.store);
  const party = idOf(draft.header, field);
  const day = pastDay(draft.header['date']);
  const { data: days } = useQuery({
    queryKey: [parties, 'days_until_due', party, day],
    queryFn: ({ signal }) => termsOn(parties, { id: String(party), day, signal }),
    enabled: party !== undefined && session.editable && !isCash(draft.header),
    staleTime: 15_000,
    retry: false,
    meta: { quiet: true },
  });
  useEffect(() => {
    if (typeof days !== 'number' || !session.editable || (session.read().server && !session.dirty)) return;
    const isAsAsked = ({ header }: Draft) => idOf(header, field) === party && pastDay(header['date']) === day;
    const settled = (open: Draft) => (isAsAsked(open) ? withDueDay(open, days) : open);
    if (settled(draft) !== draft) session.store.edit({ do: 'settle', settled });
  }, [draft, days, day, party, field, session]);
}
