/**
 * Numbers that suppliers gave to their papers (`reference_number`): one of them on a second document is asked about
 * (docs/decisions/0214). It holds for every kind of document with a supplier and such a number.
 */

import type { TSchema } from 'typebox';
import type { Facts } from '../deciding/facts.ts';
import { isSameNumber, numbersIn, type SupplierNumber } from '../deciding/supplier-number.ts';
import { membersOf, objectsOf } from '../values/members.ts';
import type { Issue } from '../values/refusal.ts';
import { besideFields, fieldsOf, type Holder } from './document-fields.ts';

interface Declaration extends Holder {
  readonly body: TSchema;
}

interface State {
  readonly status: string;
}

/**
 * The sort of papers whose numbers the documents of the kind have; undefined without a supplier or a number. What is due
 * on a day is a bill of theirs, whatever it is for.
 */
export function sortOfNumbers({ kind, body }: Declaration): string | undefined {
  const { supplier_fk, reference_number, due_date } = membersOf(membersOf(body)['properties']);
  if (supplier_fk === undefined || reference_number === undefined) return undefined;
  return due_date === undefined ? kind : 'bill';
}

const NOT_IN_FORCE: ReadonlySet<string> = new Set(['none', 'draft', 'discarded', 'reversed']);

/** The numbers of a document, with those of its later bills; none of one that is not in force. */
export function supplierNumbersOf(declaration: Declaration, state: State): readonly SupplierNumber[] {
  const sort = sortOfNumbers(declaration);
  if (sort === undefined || NOT_IN_FORCE.has(state.status)) return [];
  const fields = fieldsOf(declaration, state);
  const later = Object.values(besideFields(declaration, state)).flatMap((value) => objectsOf(value));
  const texts = [fields, ...later].map((each) => each['reference_number']);
  return numbersIn(sort, fields['supplier_fk'], texts);
}

/** The question about a number that the document has now, had not before, and shares with another one. */
export function numberQuestions(
  declaration: Declaration,
  before: State,
  after: State,
  { alike: { numbers = [] } = {}, confirmed = false }: Pick<Facts, 'alike' | 'confirmed'>,
): readonly Issue[] {
  if (confirmed || numbers.length === 0) return [];
  const known = supplierNumbersOf(declaration, before);
  const added = supplierNumbersOf(declaration, after).filter((own) => !known.some((one) => isSameNumber(one, own)));
  const [same] = added.flatMap((own) => numbers.find((other) => isSameNumber(own, other)) ?? []);
  if (!same) return [];
  const field = 'reference_number';
  if (!same.seen) return [{ field, message: 'number_of_supplier_used' }];
  return [{ field, message: 'number_of_supplier_on', params: same.seen }];
}
