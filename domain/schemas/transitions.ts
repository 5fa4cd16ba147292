/** Transitions with a reason, used by every lifecycle. */
import type { Static } from 'typebox';
import { Body, DateField, Maybe, Note, Nullable, ReasonBody } from './fields.schema.ts';

interface Reason {
  readonly reason: string | null;
}

/** `permission` is without the resource; the command of `type` contains the reason. */
export const reasoned = <const Type extends string>(permission: string, type: Type) => ({
  permission,
  body: ReasonBody,
  reasoned: true,
  command: ({ reason }: Reason) => ({ type, reason }),
});

/** Without a day, money is taken back on the document's own; with a later one, it stays in the books until then. */
const DatedReasonBody = Body({ reason: Nullable(Note({ minLength: 1 })), date: Maybe(DateField()) });

/** The reversal of money, on a day of its own (docs/decisions/0196). */
export const REVERSED_ON_A_DAY = {
  ...reasoned('destroy', 'reverse'),
  body: DatedReasonBody,
  command: ({ reason, date }: Static<typeof DatedReasonBody>) =>
    ({ type: 'reverse', reason, date: date ?? null }) as const,
};

/** A draft is discarded; one that has a number is reversed with a reason, and keeps it. */
export const GIVEN_UP = {
  discard: { permission: 'destroy', command: (): { readonly type: 'discard' } => ({ type: 'discard' }) },
  reverse: reasoned('destroy', 'void'),
};
