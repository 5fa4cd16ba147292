/**
 * References of figures. A reference names every figure of a report in one string: the report, its parameters (both
 * times included), the row and the column.
 *
 * trial_balance;account=1310;of=debit;as_at=2026-03-31;known_at=1042
 * income_statement;row=total.gross_profit;from=2026-03-01;as_at=2026-03-31
 * customers_ageing;consumer_id=7;currency_fk=2;of=days_31_60
 * account_ledger;account=4100;of=balance;line=1042-3
 *
 * The reference of a part is that of the figure with its restriction: `in_account=4100`, `in_month=2026-03`. With
 * `since=1042` it is the change of the figure: the lines that became known after that position.
 */

import { type TSchema, Type } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { propertiesOf } from '../../../domain/schemas/schema-parts.ts';
import { IdText, PositionText } from '../../http/query.schema.ts';
import { type Dimension, type ExplainedReport, type Figure, NONE } from './made.ts';
import { notAFigure } from './not-a-figure.ts';
import { explainedReports } from './reports/all.ts';

const orNone = (pattern: string) => Type.String({ pattern: `^(${NONE}|${pattern})$`, maxLength: 60 });

const NARROWED: Readonly<Record<`in_${Dimension}`, TSchema>> = {
  in_account: IdText(),
  in_party: orNone('(customer|supplier|user)-[1-9]\\d{0,9}'),
  in_item: orNone('[1-9]\\d{0,8}'),
  in_inventory: orNone('[1-9]\\d{0,8}'),
  in_document: Type.String({ pattern: '^[a-z_]+-\\d{1,10}$', maxLength: 60 }),
  in_month: Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$' }),
};
/** Parameters of reports that select rows and change no figure. */
const SHOWS = new Set(['page', 'per_page', 'order', 'details', 'show_all', 'is_paginated']);

const nameOf = ({ route }: ExplainedReport): string => route.url.slice(route.url.lastIndexOf('/') + 1);
const byName = new Map(explainedReports.map((report) => [nameOf(report), report]));
const schemas = new Map<string, Validator>();

function schemaOf(name: string, { route, names }: ExplainedReport): Validator {
  const known = schemas.get(name);
  if (known) return known;
  const requested = Object.entries(propertiesOf(route.query)).filter(([field]) => !SHOWS.has(field));
  const optional = Object.entries({ ...NARROWED, since: PositionText() }).map(
    ([field, schema]) => [field, Type.Optional(schema)] as const,
  );
  const fields = { ...Object.fromEntries([...requested, ...optional]), ...names };
  const schema = Compile(Type.Object({ report: Type.Literal(name), ...fields }, { additionalProperties: false }));
  schemas.set(name, schema);
  return schema;
}

/** Throws BadQuery for a text that is not a reference. */
export function readFigure(text: string): Figure {
  const [report = '', ...fields] = text.split(';');
  const pairs = fields.map((field) => {
    const [name = '', value = ''] = field.split('=', 2);
    return [name, value] as const;
  });
  const figure = { report, ...Object.fromEntries(pairs.map(([name, value]) => [name, unescaped(value)])) };
  const explained = byName.get(report);
  const named = new Set(pairs.map(([name]) => name)).size === pairs.length;
  if (!named || !explained || !schemaOf(report, explained).Check(figure)) throw notAFigure();
  return figure;
}

export function printFigure({ report, ...fields }: Figure): string {
  return [report, ...Object.entries(fields).map(([name, value]) => `${name}=${escaped(value)}`)].join(';');
}

/** Only search texts may contain characters that are special in a reference. */
const escaped = (text: string): string => text.replace(/[%;=]/g, encodeURIComponent);
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw notAFigure();
  }
}

export function reportOf({ report }: Figure): ExplainedReport {
  const found = byName.get(report);
  if (!found) throw notAFigure();
  return found;
}

/** A person who may see any report may request the parts of its figures. */
export const ANY_REPORT = [...new Set(explainedReports.flatMap(({ route }) => route.permission.split('##')))].join(
  '##',
);
