/**
 * Four eyes: who drafted or changed a document does not bring it into force or pay it, where the settings name its kind
 * (docs/decisions/0216).
 */

import type { DomainEvent } from '../deciding/event.ts';
import type { DocumentDeclaration } from '../documents/document.ts';
import { listOf, type Members, membersOf, objectsOf } from '../values/members.ts';
import { type Money, readMoney, subtract, sum, ZERO } from '../values/money.ts';
import { documents } from './documents.ts';

type Declaration = Pick<DocumentDeclaration, 'kind' | 'transitions' | 'postings' | 'numbered' | 'postingsOf'>;

/** True for a transfer: its goods arrive, and only what is missing is written off. */
export const isTransfer = ({ transitions }: Pick<Declaration, 'transitions'>): boolean =>
  transitions['report_missing'] !== undefined;

/** Kinds that the settings may name: what is posted after a draft that somebody else can bring into force. */
export const FOUR_EYES_KINDS: readonly string[] = documents.flatMap((declaration) => {
  const { kind, postings } = declaration;
  const isDrafted = `${kind}.drafted` in postings || isTransfer(declaration);
  return isDrafted && Object.values(postings).some(({ does }) => does === 'post') ? [kind] : [];
});

/** The amount from which the kind needs four eyes; undefined where the settings do not name it. */
export function limitOf(kind: string, settings: Members | undefined): Money | undefined {
  const named = objectsOf(settings?.['four_eyes']).find(({ document }) => document === kind);
  return named && (readMoney(String(named['from_amount'] ?? '0')) ?? ZERO);
}

/** What a command decided about one document. */
interface DecidedDocument {
  readonly stream: string;
  readonly before: { readonly status: string };
  readonly after: { readonly status: string };
  readonly events: readonly DomainEvent[];
}

/** True for the event that another person has to cause. */
function isReleasing(declaration: Declaration, { type, data }: DomainEvent): boolean {
  const { kind, postings, numbered } = declaration;
  if (isTransfer(declaration)) {
    return type === `${kind}.received` && listOf(membersOf(data)['missing']).length > 0;
  }
  const approved = `${kind}.approved`;
  return type === `${kind}.paid` || type === (approved in postings ? approved : numbered?.event);
}

const MAKING = ['drafted', 'draft_changed', 'corrected'];

/** True for the event whose person has made the document, at least in part. A document may be entered without a draft. */
export const isMaking = (declaration: Declaration, type: string, revision?: number): boolean =>
  revision === 0 || isTransfer(declaration) || MAKING.some((happened) => type === `${declaration.kind}.${happened}`);

/** What the document debits, in the system currency. */
const debited = ({ postingsOf }: Declaration, state: { readonly status: string }, stream: string): Money =>
  sum(postingsOf(state, stream).flatMap(({ lines }) => lines.flatMap(({ base }) => (base > 0n ? [base] : []))));

/**
 * True when the events need somebody who did not make the document. Goods without an amount in their posting count as
 * any amount.
 */
export function needsFourEyes(
  declaration: Declaration,
  { stream, before, after, events }: DecidedDocument,
  limit: Money,
): boolean {
  if (!events.some((event) => isReleasing(declaration, event))) return false;
  const amount = subtract(debited(declaration, after, stream), debited(declaration, before, stream));
  return amount === ZERO || amount >= limit;
}

/** True when this command itself makes the document: it is entered complete, or changed and completed at once. */
export const isMadeAtOnce = (declaration: Declaration, { before, events }: DecidedDocument): boolean =>
  before.status === 'none' || (!isTransfer(declaration) && events.some(({ type }) => isMaking(declaration, type)));
