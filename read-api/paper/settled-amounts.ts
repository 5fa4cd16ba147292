/** The paid, the returned and the open amount on the paper of a document on account. */
import { documents } from '../../domain/documents.ts';
import type { DocumentDeclaration } from '../../domain/kernel/document.ts';
import { printMoney, ZERO } from '../../domain/kernel/money.ts';
import type { PaperDocument } from '../../domain/paper/paper.schema.ts';
import { settledOnAccount } from '../../domain/parties/settled-on-account.ts';
import type { Person } from '../../identity/person.ts';
import type { Snapshot } from '../database/reader.ts';
import { settlementsOf } from '../details/settlements.ts';
import type { Row } from '../lists/names.ts';

export type SettledAmounts = Pick<PaperDocument, 'paid' | 'returned' | 'remaining'>;

/** Their open amount is a credit of the party, which nobody pays. */
const RETURNS: ReadonlySet<string> = new Set(documents.flatMap(({ owed }) => (owed ? [owed.returns] : [])));

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Empty for a return, a document paid at once, and one that is not in force or of which nothing is owed yet. */
export async function settledAmounts(
  snapshot: Snapshot,
  declaration: DocumentDeclaration,
  shown: Row,
  person: Person,
): Promise<SettledAmounts> {
  const isOwed = text(shown['number']) !== null && text(shown['payment_status']) !== null;
  if (shown['payment_type'] !== 'on_account' || !isOwed || RETURNS.has(declaration.kind)) return {};
  if (!declaration.owed) return { paid: text(shown['paid']), remaining: text(shown['unpaid']) };
  const { payments = [], returns = [] } = await settlementsOf(snapshot, declaration, Number(shown['id']), person);
  const { paid, returned } = settledOnAccount({ payments, returns });
  return {
    paid: printMoney(paid),
    returned: returned === ZERO ? null : printMoney(returned),
    remaining: text(shown['remaining']),
  };
}
