/** Transitions with a reason, which documents of every lifecycle have. */
import { ReasonBody } from './fields.schema.ts';

interface Reason {
  readonly reason: string | null;
}

/** `permission` is without the resource; the command of `type` has the reason. */
export const reasoned = <const Type extends string>(permission: string, type: Type) => ({
  permission,
  body: ReasonBody,
  reasoned: true,
  command: ({ reason }: Reason) => ({ type, reason }),
});
