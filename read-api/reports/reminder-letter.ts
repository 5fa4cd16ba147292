/**
 * The payment reminder to a customer: a proposal (`GET customers/{id}/reminder`), and an issued one (`GET
 * payment_reminders/{id}/letter`). It contains only documents of outlets that the person sees.
 */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { paymentReminderDocument } from '../../domain/parties/payment-reminder.document.ts';
import { PAYMENT_REMINDER } from '../../domain/parties/payment-reminder.ts';
import { money, printMoney, toMoney } from '../../domain/values/money.ts';
import type { Person } from '../../identity/person.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { IdParams } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';
import { documentScope, notFound } from '../http/scope.ts';
import { shopToday } from '../http/today.ts';
import { partyDetails } from '../paper/party-details.ts';
import { openDocuments } from './ageing.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);

const LetterDocument = Type.Object({
  document: Type.String(),
  document_kind: Type.String(),
  document_id: Type.Integer(),
  number: Text(),
  currency_fk: Type.Integer(),
  date: Type.String(),
  due_date: Type.String(),
  /** Days overdue on the day of the letter. */
  days: Type.Integer(),
  amount: Type.String(),
  /** Number of reminders for the document, including this one. */
  times: Type.Integer(),
});
const Letter = Type.Object(
  {
    /** The issued reminder; null for a proposal. */
    id: Type.Union([Type.Integer(), Type.Null()]),
    number: Text(),
    status: Text(),
    revision: Type.Union([Type.Integer(), Type.Null()]),
    date: Type.String(),
    /** 1 is the first reminder; 0 when nothing is overdue. */
    reminder_level: Type.Integer(),
    letter_language: Text(),
    note: Text(),
    /** The outlet of the issued reminder; null for a proposal. */
    outlet_fk: Type.Union([Type.Integer(), Type.Null()]),
    customer: Type.Object({
      consumer_id: Type.Integer(),
      consumer_name: Type.String(),
      code: Text(),
      address: Text(),
      phones: Type.Array(Type.String()),
    }),
    documents: Type.Array(LetterDocument),
    totals: Type.Array(
      Type.Object({ currency_fk: Type.Integer(), symbol: Text(), decimals: Type.Integer(), amount: Type.String() }),
    ),
  },
  { title: 'ReminderLetter' },
);
type LetterDocument = Static<typeof LetterDocument>;
type Letter = Static<typeof Letter>;

const READS = ['books', 'documents', 'events', 'records'] as const;

export const reminderLetterRoutes = [
  declareRead({
    url: '/customers/:id/reminder',
    permission: 'payment_reminders/store',
    reads: READS,
    params: IdParams,
    answer: Letter,
    operationId: 'proposePaymentReminder',
    tag: 'parties',
    summary: 'The letter that would remind a customer of what is overdue now',
    handle: ({ reader, person, params }) =>
      inSnapshot(reader, async (snapshot) => {
        const id = Number(params['id']);
        const party = `customer-${id}`;
        const outlet = undefined;
        const asked = { kind: 'customer', person, outlet, asAt: undefined, known: undefined, party } as const;
        const open = await openDocuments(snapshot, asked);
        const times = await timesReminded(snapshot, party);
        const overdue = open.filter(({ days, amount }) => days > 0 && money(amount) > 0n);
        const documents = overdue.map(
          ({ document, document_kind, document_id, number, currency_fk, date, due_date, days, amount }) => {
            const openItem = {
              document,
              document_kind,
              document_id,
              number,
              currency_fk,
              date,
              due_date,
              days,
              amount,
            };
            return { ...openItem, times: (times.get(document) ?? 0) + 1 };
          },
        );
        return letterOf(snapshot, id, documents, {
          id: null,
          number: null,
          status: null,
          revision: null,
          outlet_fk: null,
          letter_language: null,
          note: null,
          date: await shopToday(snapshot),
        });
      }),
  }),
  declareRead({
    url: '/payment_reminders/:id/letter',
    permission: 'payment_reminders/show',
    reads: READS,
    params: IdParams,
    answer: Letter,
    operationId: 'showReminderLetter',
    tag: 'parties',
    summary: 'The letter of a payment reminder, as it was given',
    handle: ({ reader, person, params }) =>
      inSnapshot(reader, async (snapshot) => {
        const given = await givenReminder(snapshot, Number(params['id']), person);
        const documents = await remindedDocuments(snapshot, given.id, given.date);
        const { customer_fk, ...head } = given;
        return letterOf(snapshot, customer_fk, documents, head);
      }),
  }),
] as const;

type Given = Head & { readonly id: number; readonly customer_fk: number };

async function givenReminder(snapshot: Snapshot, id: number, person: Person): Promise<Given> {
  const { rows } = await sql<Given>`
    select d.id, d.number, d.status, d.revision, d.date, d.note, d.outlet_fk, (d.data ->> 'customer_fk')::int as customer_fk,
      d.data ->> 'letter_language' as letter_language
    from read.document d
    where d.kind = ${PAYMENT_REMINDER} and d.id = ${id} and ${documentScope(person, paymentReminderDocument)}`.execute(
    snapshot,
  );
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** As at the day of the reminder. */
async function remindedDocuments(snapshot: Snapshot, id: number, day: string): Promise<LetterDocument[]> {
  const { rows } = await sql<LetterDocument>`
    select r.document, substring(r.document from '^(.*)-[0-9]+$') as document_kind,
      substring(r.document from '[0-9]+$')::int as document_id, n.number, r.currency_fk, r.date, r.due_date,
      ${day}::date - r.due_date as days, r.amount, r.times
    from read.document d
    cross join jsonb_to_recordset(d.data -> 'documents')
      as r (document text, currency_fk int, date date, due_date date, amount numeric, times int)
    left join read.document n on n.kind = substring(r.document from '^(.*)-[0-9]+$')
      and n.id = substring(r.document from '[0-9]+$')::int
    where d.kind = ${PAYMENT_REMINDER} and d.id = ${id}
    order by r.due_date, r.document`.execute(snapshot);
  return rows;
}

type Head = Pick<Letter, 'id' | 'number' | 'status' | 'revision' | 'date' | 'outlet_fk' | 'letter_language' | 'note'>;

async function letterOf(
  snapshot: Snapshot,
  customer: number,
  documents: readonly LetterDocument[],
  head: Head,
): Promise<Letter> {
  return {
    ...head,
    reminder_level: Math.max(0, ...documents.map(({ times }) => times)),
    customer: await customerOf(snapshot, customer),
    documents: [...documents],
    totals: await totalsOf(snapshot, documents),
  };
}

/** The number of unreversed reminders for each document. */
async function timesReminded(snapshot: Snapshot, party: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ document: string; times: number }>`
    select r ->> 'document' as document, count(distinct d.id)::int as times
    from read.document d cross join jsonb_array_elements(d.data -> 'documents') r
    where d.kind = ${PAYMENT_REMINDER} and d.party = ${party} and d.status = 'complete'
    group by 1`.execute(snapshot);
  return new Map(rows.map(({ document, times }) => [document, times]));
}

async function customerOf(snapshot: Snapshot, id: number): Promise<Letter['customer']> {
  const { rows } = await sql<{ name: string; data: unknown }>`
    select r.name, r.data from read.record r where r.kind = 'customer' and r.id = ${id}`.execute(snapshot);
  const [found] = rows;
  if (!found) throw notFound();
  const { code = null, address = null, phones } = await partyDetails(snapshot, found.data);
  return { consumer_id: id, consumer_name: found.name, code, address, phones: [...phones] };
}

async function totalsOf(snapshot: Snapshot, documents: readonly LetterDocument[]): Promise<Letter['totals']> {
  const amounts = Map.groupBy(documents, ({ currency_fk }) => currency_fk);
  const { rows } = await sql<{ id: number; symbol: string | null; decimals: number }>`
    select r.id, r.data ->> 'symbol' as symbol, coalesce((r.data ->> 'decimals')::int, 2) as decimals
    from read.record r where r.kind = 'currency' and r.id = any(${[...amounts.keys()]}::int[])
    order by r.id`.execute(snapshot);
  return rows.map(({ id, symbol, decimals }) => {
    const own = amounts.get(id) ?? [];
    const amount = printMoney(toMoney(own.reduce((total, each) => total + money(each.amount), 0n)));
    return { currency_fk: id, symbol, decimals, amount };
  });
}
