/**
 * The due day of a document on account, and of each line that opens a debt. The terms of its party propose it, as the
 * server would determine it (domain/debts/due-date.ts); a proposed day is shown and not sent, and follows the day and the
 * party until a person types another. Every editor with such a field proposes it (docs/decisions/0237).
 */
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { firstDayOf } from '../../../../domain/organisation/first-year.ts';
import { dayBefore, daysLater, readDate } from '../../../../domain/values/effective-date.ts';
import { objectsOf } from '../../../../domain/values/members.ts';
import { readMoney } from '../../../../domain/values/money.ts';
import { fetchLookup } from '../../api/lookup.ts';
import {
  type ColumnDeclaration,
  type EditorDeclaration,
  type FieldDeclaration,
  isShown,
  type Wire,
} from '../model/declaration.ts';
import { type Draft, type Fields, idOf, isEmpty, textOf } from '../model/draft.ts';
import { useEditing } from '../model/editing-store.ts';
import { awaited } from '../model/on-the-way.ts';
import { pastDay } from '../model/past-day.ts';
import type { DocumentSession } from '../model/session.ts';
import { type AskedTerms, keyOfTerms, type PartyList, termsQuery } from './terms.ts';
import { isCash } from './usual-fields.ts';

const DUE = 'due_date';
/** The day that was proposed; only in the header or in a line of the draft. */
export const PROPOSED_DUE = 'proposed_due_date';

export const dueField: FieldDeclaration<'due_date'> = {
  field: DUE,
  kind: 'date',
  shown: (header) => !isCash(header),
};

/** The due day of a line that opens a debt of a customer or to a supplier; `partyOf` is the kind of party of a line. */
export const dueColumn = (partyOf: (line: Fields) => string | undefined): ColumnDeclaration<'due_date'> => ({
  field: DUE,
  kind: 'date',
  optional: true,
  width: '104px',
  shown: (_header, line) => partyOf(line) === 'customer' || partyOf(line) === 'supplier',
});

const isDue = ({ field }: FieldDeclaration): boolean => field === DUE;
const headerOf = ({ header, details }: EditorDeclaration) => [...header, ...details];

/** The declaration of an editor whose due days are proposed. */
export function withProposedDues<Declaration extends EditorDeclaration>(declaration: Declaration): Declaration {
  const { carried = {}, wire } = declaration;
  const [ofHeader, ofLines] = [headerOf(declaration).some(isDue), declaration.columns.some(isDue)];
  if (!ofHeader && !ofLines) return declaration;
  const header = ofHeader ? { header: [...(carried.header ?? []), PROPOSED_DUE] } : {};
  const lines = ofLines ? { lines: [...(carried.lines ?? []), PROPOSED_DUE] } : {};
  return { ...declaration, carried: { ...carried, ...header, ...lines }, wire: dueWire(wire) };
}

const isEntered = ({ due_date = null, [PROPOSED_DUE]: proposed }: Fields): boolean =>
  !isEmpty(due_date) && due_date !== proposed;

/** The due day goes to the server only where a person typed it. */
function asTyped<Part extends Readonly<Record<string, unknown>>>(part: Part): Readonly<Record<string, unknown>> {
  const { [PROPOSED_DUE]: proposed = null, [DUE]: due = null, ...others } = part;
  return due !== null && due !== proposed ? { ...others, [DUE]: due } : others;
}

const dueWire = (wire: Wire = PLAIN): Wire => ({
  ...wire,
  send: ({ lines, ...body }) =>
    wire.send({ ...asTyped(body), ...(Array.isArray(lines) ? { lines: objectsOf(lines).map(asTyped) } : {}) }),
});
const PLAIN: Wire = { send: (body) => body, read: (data) => data };

/** The fields with the proposed day, unless a person entered another one; the same object where nothing changes. */
export function withDueDay(fields: Fields, date: Fields[string] | undefined, days: number): Fields {
  const day = typeof date === 'string' ? readDate(date) : undefined;
  if (isEntered(fields) || day === undefined) return fields;
  const due = daysLater(day, days);
  return fields[DUE] === due && fields[PROPOSED_DUE] === due ? fields : { ...fields, [DUE]: due, [PROPOSED_DUE]: due };
}

/** Without a proposal that has no debt any more. */
const withoutProposal = (fields: Fields): Fields =>
  isEmpty(fields[PROPOSED_DUE]) || isEntered(fields) ? fields : { ...fields, [DUE]: null, [PROPOSED_DUE]: null };

const PARTIES: readonly PartyList[] = ['customers', 'suppliers'];

/** Who owes, or is owed, by the fields of a header or of a line; undefined where nothing is due on a day. */
function partyIn(declared: readonly FieldDeclaration[], header: Fields, fields: Fields) {
  const due = declared.find(isDue);
  if (!due || !isShown(due, header, fields)) return undefined;
  const [party] = declared.flatMap((field) => {
    const list = PARTIES.find((name) => name === field.resource);
    const id = list && isShown(field, header, fields) ? idOf(fields, field.field) : undefined;
    return list && id !== undefined ? [{ list, id }] : [];
  });
  return party && (!('debit' in fields) || opensDebt(party.list, fields)) ? party : undefined;
}

/** A debit of a customer is a claim, a credit of a supplier is a debt; the other sides are advances. */
const opensDebt = (list: PartyList, line: Fields): boolean =>
  (readMoney(textOf(line, list === 'customers' ? 'debit' : 'credit') ?? '') ?? 0n) > 0n;

/** The terms by which the parts of a document are due, each once. */
export function termsOfDraft(declaration: EditorDeclaration, draft: Draft): readonly AskedTerms[] {
  const { header } = draft;
  const day = declaration.isOfOpening ? undefined : pastDay(header['date']);
  const fields = headerOf(declaration);
  const parties = [
    partyIn(fields, header, header),
    ...(declaration.columns.some(isDue)
      ? draft.lines.map((line) => partyIn(declaration.columns, header, line.fields))
      : []),
  ];
  const asked = parties.flatMap((party) => (party ? [{ ...party, day }] : []));
  return [...new Map(asked.map((each) => [keyOfTerms(each), each])).values()];
}

export interface DaysKnown {
  /** Undefined until they are read. */
  readonly daysOf: (asked: AskedTerms) => number | undefined;
  /** The day of a document that has none of its own. */
  readonly openedOn?: string | undefined;
}

/** The draft with all proposals; the same object where nothing changes. */
export function withDueDays(declaration: EditorDeclaration, draft: Draft, { daysOf, openedOn }: DaysKnown): Draft {
  const day = declaration.isOfOpening ? undefined : pastDay(draft.header['date']);
  const date = draft.header['date'] ?? openedOn;
  const proposed = (declared: readonly FieldDeclaration[], fields: Fields): Fields => {
    if (!declared.some(isDue)) return fields;
    const party = partyIn(declared, draft.header, fields);
    if (!party) return withoutProposal(fields);
    const days = daysOf({ ...party, day });
    return days === undefined ? fields : withDueDay(fields, date, days);
  };
  const header = proposed(headerOf(declaration), draft.header);
  const lines = draft.lines.map((line) => {
    const fields = proposed(declaration.columns, line.fields);
    return fields === line.fields ? line : { ...line, fields };
  });
  const isSame = header === draft.header && lines.every((line, index) => line === draft.lines[index]);
  return isSame ? draft : { ...draft, header, lines };
}

/** The day before the books begin, for openings without a day. */
function useOpenedOn(declaration: EditorDeclaration, { header }: Draft, isEditable: boolean): string | undefined {
  const year = idOf(header, 'financial_year_fk');
  const { data } = useQuery({
    queryKey: ['financial_years', 'opened_on', year],
    queryFn: async () => {
      const [row] = await fetchLookup('financial_years', '', { 'filter[year_id]': Number(year) });
      const first = row && readDate(String(firstDayOf(row)));
      return first ? dayBefore(first) : null;
    },
    enabled: isEditable && declaration.isOfOpening === true && year !== undefined,
    staleTime: 15_000,
    retry: false,
    meta: { quiet: true },
  });
  return data ?? undefined;
}

/** Proposes the due days of an open document. What was proposed is no change of the document. */
export function useProposedDueDays(session: DocumentSession): void {
  const { draft } = useEditing(session.store);
  const { declaration, editable } = session;
  const asked = editable ? termsOfDraft(declaration, draft) : [];
  const openedOn = useOpenedOn(declaration, draft, editable);
  const client = useQueryClient();
  useQueries({ queries: asked.map(termsQuery) });
  // After every rendering: it is of the draft or of what was read, and changes nothing where the days are shown.
  useEffect(() => {
    if (!editable) return;
    const daysOf = (each: AskedTerms) => client.getQueryData<number>(termsQuery(each).queryKey);
    const propose = () => {
      const { draft: open } = session.store.state;
      const settled = (from: Draft) => withDueDays(declaration, from, { daysOf, openedOn });
      if (!session.editable || settled(open) === open) return;
      const untouched = session.read().server !== undefined && !session.dirty;
      session.store.edit({ do: 'settle', settled });
      if (untouched) session.keepAsUnsaved(session.store.state.draft);
    };
    propose();
    // Saving waits for terms that are on their way: what comes while it is sent would look like a change.
    const onTheirWay = asked.filter((each) => client.getQueryState(termsQuery(each).queryKey)?.status === 'pending');
    for (const each of onTheirWay) awaited(client.fetchQuery(termsQuery(each)).then(propose, () => {}));
  });
}
