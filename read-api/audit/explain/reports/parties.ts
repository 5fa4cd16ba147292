/** Figures of statements and of ageing: a party's balance line by line, and its open items by days overdue. */
import { sql } from 'kysely';
import { Type } from 'typebox';
import { IdText } from '../../../http/query.schema.ts';
import type { Condition } from '../../../lists/list-source.ts';
import { type AgeingQuery, ageingRoutes, BUCKETS, openDocuments, type PartyKind } from '../../../reports/ageing.ts';
import { inTimes } from '../../../reports/running.ts';
import { statementRoutes } from '../../../reports/statement.ts';
import { outletConditions } from '../../../reports/trial-balance.ts';
import { type ExplainedReport, type FigureQuery, type Made, ofLines } from '../made.ts';
import { notAFigure } from '../not-a-figure.ts';
import { ledgerFigure } from './ledgers.ts';

const KINDS: readonly PartyKind[] = ['customer', 'supplier'];

export const partiesExplained: readonly ExplainedReport[] = KINDS.flatMap((kind, index): ExplainedReport[] => [
  {
    route: at(statementRoutes, index),
    names: {
      currency_fk: IdText(),
      of: Type.Enum(['opening', 'closing', 'balance', 'opening_base', 'closing_base']),
      line: Type.Optional(Type.String({ pattern: '^\\d{1,18}-\\d{1,9}$' })),
      /**
       * `owed` is the sign that screens use: a positive amount is owed to the supplier. Without it debit is positive.
       */
      side: Type.Optional(Type.Enum(['owed'])),
    },
    make: (requested) => statementFigure(kind, requested),
  },
  {
    route: at(ageingRoutes, index),
    names: {
      currency_fk: Type.Optional(IdText()),
      of: Type.Enum([...BUCKETS, 'balance', 'base']),
    },
    make: (requested) => ageingFigure(kind, requested),
  },
]);

function at<Route>(routes: readonly Route[], index: number): Route {
  const route = routes[index];
  if (route === undefined) throw new Error(`no route ${index}`);
  return route;
}

/** In the currency of the lines. */
function statementFigure(kind: PartyKind, { person, known, figure }: FigureQuery): Made {
  const of = figure['of'] ?? '';
  const where = [
    sql<boolean>`j.party = ${`${kind}-${figure['consumer_id']}`}`,
    sql<boolean>`j.currency_fk = ${Number(figure['currency_fk'])}`,
    ...outletConditions(person, figure['outlet_fk']),
  ];
  const inBase = of.endsWith('_base');
  const sign = sql.lit(kind === 'supplier' && figure['side'] === 'owed' ? -1 : 1);
  const money = inBase
    ? { amount: sql`${sign} * j.base` }
    : { unit: 'foreign' as const, amount: sql`${sign} * j.foreign_amount` };
  return ledgerFigure({ ...figure, of: of.replace('_base', '') }, { where, known, ...money });
}

/** The amount owed: by a customer to us, by us to a supplier. */
async function ageingFigure(kind: PartyKind, { snapshot, person, known, figure }: FigureQuery): Promise<Made> {
  const { consumer_id: id, currency_fk: currency, outlet_fk: outlet, as_at: asAt, of } = figure;
  const party = id === undefined ? undefined : `${kind}-${id}`;
  if (of === 'base') {
    return ofLines('journal', 'base', kind === 'supplier' ? sql`-j.base` : sql`j.base`, {
      where: [
        ...inTimes(undefined, asAt, known),
        party === undefined ? sql`j.party like ${`${kind}-%`}` : sql`j.party = ${party}`,
        ...(currency === undefined ? [] : [sql<boolean>`j.currency_fk = ${Number(currency)}`]),
        ...outletConditions(person, outlet, sql`j.outlet_fk`),
      ],
      by: ['party', 'account', 'month'],
    });
  }
  if (party === undefined || currency === undefined) throw notAFigure();
  const where = [
    sql<boolean>`j.party = ${party}`,
    sql<boolean>`j.currency_fk = ${Number(currency)}`,
    ...inTimes(undefined, asAt, known),
    ...outletConditions(person, outlet, sql`j.outlet_fk`),
  ];
  const open = (documents: readonly Condition[]) =>
    ofLines('open', 'foreign', sql`j.amount`, { where: [...where, ...documents], by: ['document', 'month'] });
  if (figure['since'] !== undefined) {
    // The age of an item changes with the days, not with the events known.
    if (of !== 'balance') throw notAFigure();
    return open([]);
  }
  const requested: AgeingQuery = { kind, person, outlet, asAt, known, party };
  const all = (await openDocuments(snapshot, requested)).filter(({ currency_fk }) => currency_fk === Number(currency));
  const found = all.filter(({ bucket }) => of === 'balance' || bucket === of);
  // The lines of a document whose parts are due in different buckets belong to none of them alone.
  const isElsewhere = ({ document, date }: (typeof all)[number]) =>
    all.some((other) => other.document === document && other.date === date && !found.includes(other));
  if (found.some(isElsewhere)) throw notAFigure();
  const documents = sql`unnest(${found.map(({ document }) => document)}::text[], ${found.map(({ date }) => date)}::date[])`;
  return open([sql`(j.open_document, j.date) in (select * from ${documents})`]);
}
