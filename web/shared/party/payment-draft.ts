/** Drafts of payments: for a document to pay, or for a payment to correct. */
import { lesser, magnitude, printMoney, readMoney, ZERO } from '../../../domain/values/money.ts';
import type { EditorDeclaration } from '../document/model/declaration.ts';
import type { Draft, Fields, Value } from '../document/model/draft.ts';
import { onItsDay } from '../document/model/goods/rate-of-day.ts';
import { rememberNames } from '../document/model/known-names.ts';
import { newDraft } from '../document/model/use-session.ts';
import type { Me } from '../session/session.ts';
import { asValue, chosenOf, madeAllocations, standingOf } from './allocation.ts';

type Data = Readonly<Record<string, unknown>>;

const fieldOf = (data: Data, field: string): Value => (data[field] ?? null) as Value;

const partyField = ({ header }: EditorDeclaration): string =>
  header.find(({ field }) => field === 'customer_fk' || field === 'supplier_fk')?.field ?? '';

/** A payment of a party: its draft on this device is not that of another party, nor that of a payment without one. */
export function partyDraft(declaration: EditorDeclaration, me: Me, party: number): Draft {
  const { header, ...draft } = newDraft(declaration, me);
  return { ...draft, header: { ...header, [partyField(declaration)]: party, begun_for: `party-${party}` } };
}

/** The whole rest of a document, today and at today's rate, with its party. */
export function paymentDraft(declaration: EditorDeclaration, me: Me, document: string, data: Data): Promise<Draft> {
  rememberNames(declaration, data);
  const { header, lines, costs } = newDraft(declaration, me);
  const party = partyField(declaration);
  const amount = String(data['remaining'] ?? '0');
  const isUsual = data['currency_fk'] === header['currency_fk'] && data['outlet_fk'] === header['outlet_fk'];
  return onItsDay(declaration, {
    lines,
    costs,
    header: {
      ...header,
      [party]: fieldOf(data, party),
      outlet_fk: fieldOf(data, 'outlet_fk'),
      currency_fk: fieldOf(data, 'currency_fk'),
      account_fk: isUsual ? (header['account_fk'] ?? null) : null,
      amount,
      allocate: 'chosen',
      allocations: asValue([{ document, amount }]),
      settles: document,
      settles_at_most: amount,
    },
  });
}

/** While the payment settles only the document that it was started from, the allocation follows its amount. */
export function settlesAsMuch(amount: unknown, header: Fields): Fields {
  const { settles, settles_at_most: most } = header;
  const [only, ...others] = chosenOf(header);
  if (typeof settles !== 'string' || only?.document !== settles || others.length > 0) return {};
  const part = lesser(magnitude(readMoney(String(amount ?? '')) ?? ZERO), readMoney(String(most)) ?? ZERO);
  return { allocations: asValue([{ document: settles, amount: printMoney(part) }]) };
}

/**
 * All fields except the number. It settles the same documents, which will be open again; without standing allocations
 * it is an advance.
 */
export function correctionDraft(declaration: EditorDeclaration, data: Data): Draft {
  rememberNames(declaration, data);
  const fields = [...declaration.header, ...declaration.details].map(({ field }) => field);
  const said = [...fields, 'account_type', 'system_currency_fk', 'rate_fk', 'time'].map((field) => [
    field,
    fieldOf(data, field),
  ]);
  return {
    header: {
      ...(Object.fromEntries(said) as Record<string, Value>),
      ...settledAsBefore(data),
      reason: null,
      replaces_fk: Number(data['id']),
      // A payment that is already reversed needs no reason.
      replaces_standing: data['status'] === 'complete',
    },
    lines: [],
    costs: [],
  };
}

/** The amount of a single document follows the amount of the payment, at most to what was open on the document. */
function settledAsBefore(data: Data): Fields {
  const settled = standingOf(data);
  const [only, ...others] = settled;
  if (!only) return { allocate: 'none', allocations: null };
  const chosen = { allocate: 'chosen', allocations: asValue(settled) };
  if (others.length > 0 || only.currency_fk !== undefined) return chosen;
  const [first] = madeAllocations(data).flatMap(({ standing, allocations }) => (standing ? allocations : []));
  const most = readMoney(first?.open_amount ?? only.amount) ?? ZERO;
  return { ...chosen, settles: only.document, settles_at_most: printMoney(magnitude(most)) };
}

/** Chosen documents are those of one party in one currency: with another one the oldest are proposed. */
export const choosesAgain = (_chosen: unknown, { allocate }: Fields): Fields =>
  allocate === 'chosen' ? { allocate: 'oldest', allocations: null } : {};
