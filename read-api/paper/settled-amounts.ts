/** The paid, the returned, the allowed and the open amount on the paper of a document on account. */

import type { DocumentDeclaration } from '../../domain/documents/document.ts';
import type { PaperDocument } from '../../domain/paper/paper.schema.ts';
import { documents } from '../../domain/registry/documents.ts';
import type { Row } from '../lists/names.ts';

export type SettledAmounts = Pick<
  PaperDocument,
  'costs' | 'paid' | 'returned' | 'allowed' | 'not_due' | 'not_coming' | 'remaining'
>;

/** Their open amount is a credit of the party, which nobody pays. */
const RETURNS: ReadonlySet<string> = new Set(documents.flatMap(({ owed }) => owed?.returns ?? []));

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const nonZero = (value: unknown): string | null => (Number(value) === 0 ? null : text(value));

/** Empty for a return, a document paid at once, and one that is not in force. */
export function settledAmounts(declaration: DocumentDeclaration, shown: Row): SettledAmounts {
  const isWaiting = nonZero(shown['not_due_amount'] ?? '0') ?? nonZero(shown['not_coming_amount'] ?? '0');
  const isOwed = text(shown['number']) !== null && (text(shown['payment_status']) ?? isWaiting) !== null;
  if (shown['payment_type'] !== 'on_account' || !isOwed || RETURNS.has(declaration.kind)) return {};
  if (!declaration.owed) return { paid: text(shown['paid']), remaining: text(shown['unpaid']) };
  return {
    costs: nonZero(shown['costs_amount']),
    paid: text(shown['paid']),
    returned: nonZero(shown['returned_amount']),
    allowed: nonZero(shown['allowed_amount']),
    not_due: nonZero(shown['not_due_amount']),
    not_coming: nonZero(shown['not_coming_amount']),
    remaining: text(shown['remaining']),
  };
}
