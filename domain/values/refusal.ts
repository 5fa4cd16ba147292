/**
 * A refused command with all its issues: for each field a message key with parameters, which `languages/messages`
 * translates.
 */
export type RefusalCode =
  | 'validation' // 422: the fields are wrong
  | 'confirmation' // 422: nothing is wrong, but it is unusual: the same command with `confirmed: true` is taken
  | 'wrong_state' // 409: this transition is not possible now; params.possible lists those that are
  | 'stale' // 409: changed by another command meanwhile; details contain the changes
  | 'not_found' // 404: not there, or not in the user's outlets
  | 'forbidden' // 403: params.permission names the missing permission
  | 'reauthentication_required' // 403: the person proves again who they are (`auth/prove`), then the same is taken
  | 'protected' // 409: it was used since; details list the blocking records
  | 'claim' // 422: a rule that spans documents (stock, cash, unique name, number, period)
  | 'idempotency'; // 422: the key was used for another request

export interface Issue {
  /** Path of the field in the body: `lines.3.quantity`; empty for the document as a whole. */
  readonly field: string;
  /** A key of `languages/messages`. */
  readonly message: string;
  readonly params?: Readonly<Record<string, string>>;
}

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly issues: readonly Issue[];
  readonly details: unknown;

  constructor(code: RefusalCode, issues: readonly Issue[], details?: unknown) {
    super(`${code}: ${issues.map((issue) => `${issue.field} ${issue.message}`).join('; ')}`);
    this.name = 'Refusal';
    this.code = code;
    this.issues = issues;
    this.details = details;
  }
}

/** Collects issues, so that all of them are reported at once. */
export class Issues {
  readonly list: Issue[] = [];
  readonly #questions: Issue[] = [];

  add(field: string, message: string, params?: Record<string, string>): void {
    this.list.push(params ? { field, message, params } : { field, message });
  }

  /** Adds the issue when the condition does not hold. */
  check(condition: boolean, field: string, message: string, params?: Record<string, string>): void {
    if (!condition) this.add(field, message, params);
  }

  /** Adds a question about an unusual value, unless `facts.confirmed` says that it was confirmed. */
  ask(field: string, message: string, params?: Readonly<Record<string, string>>): void {
    this.#questions.push(params ? { field, message, params } : { field, message });
  }

  /** Questions are dropped when there are issues. */
  throwIfAny(): void {
    if (this.list.length > 0) throw new Refusal('validation', this.list);
    if (this.#questions.length > 0) throw new Refusal('confirmation', this.#questions);
  }
}

/** The issue of a missing permission, or of several alternatives joined with `##`. */
export function permissionMissing(permission: string, field = ''): Issue {
  const message = permission.includes('##') ? 'permissions_missing' : 'permission_missing';
  return { field, message, params: { permission } };
}

/** `possible` are the transitions that the status allows; the message lists them, or says that there are none. */
export function wrongState(status: string, possible: readonly string[]): Refusal {
  const params = { status, possible: possible.join(', ') };
  const message = { message: possible.length === 0 ? 'wrong_state_final' : 'wrong_state' };
  return new Refusal('wrong_state', [{ field: '', ...message, params }]);
}
