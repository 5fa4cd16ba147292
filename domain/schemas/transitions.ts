/** Transitions with a reason, used by every lifecycle. */
import { ReasonBody } from './fields.schema.ts';

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

/** A draft is discarded; one that has a number is reversed with a reason, and keeps it. */
export const GIVEN_UP = {
  discard: { permission: 'destroy', command: (): { readonly type: 'discard' } => ({ type: 'discard' }) },
  reverse: reasoned('destroy', 'void'),
};
