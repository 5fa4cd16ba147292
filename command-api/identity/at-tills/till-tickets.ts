/**
 * Issues and checks tickets of tills (`domain/till/till-ticket.ts`). Its keys are derived (HKDF, RFC 5869) from the key
 * of sign-in tokens, so nothing of them is stored, and every replica checks the tickets of the others.
 */
import { hkdfSync } from 'node:crypto';
import { readInstant } from '../../../domain/till/instant.ts';
import {
  type ApprovalTicket,
  BY_SERVER,
  isSignedBy,
  type Mac,
  macOf,
  type PinKey,
  readTicket,
  signTicket,
  type TillTicket,
} from '../../../domain/till/till-ticket.ts';

const KEY_BYTES = 32;

export class TillTickets {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** The key of the person's PIN at the device, which the PIN was right for at `now`. */
  pinKey(enrolment: string, user: number, now: Date): PinKey {
    const issued_at = now.toISOString();
    return { issued_at, secret: this.#derived(enrolment, user, issued_at).toString('base64url') };
  }

  async approve(approval: Omit<ApprovalTicket, 'kind' | 'key'>): Promise<string> {
    const ticket = { kind: 'approval', key: BY_SERVER, ...approval } as const;
    return signTicket(ticket, await this.#macFor(ticket));
  }

  /** Undefined for a ticket that neither the server nor the person's PIN at this device has signed. */
  async read<Kind extends TillTicket['kind']>(
    signed: string | undefined,
    { kind, enrolment, user_fk }: { readonly kind: Kind; readonly enrolment: string; readonly user_fk: number },
  ): Promise<Extract<TillTicket, { readonly kind: Kind }> | undefined> {
    const ticket = signed === undefined ? undefined : readTicket(signed);
    if (signed === undefined || ticket === undefined || !isOfKind(ticket, kind)) return undefined;
    if (ticket.enrolment !== enrolment || ticket.user_fk !== user_fk || readInstant(ticket.at) === undefined)
      return undefined;
    if (ticket.key !== BY_SERVER && readInstant(ticket.key) === undefined) return undefined;
    return (await isSignedBy(signed, ticket, await this.#macFor(ticket))) ? ticket : undefined;
  }

  #macFor({ key, enrolment, user_fk }: TillTicket): Promise<Mac> {
    return macOf(Uint8Array.from(this.#derived(enrolment, user_fk, key)));
  }

  #derived(enrolment: string, user: number, key: string): Buffer {
    const purpose = `daftar till ticket ${enrolment} ${user} ${key}`;
    return Buffer.from(hkdfSync('sha256', this.#secret, '', purpose, KEY_BYTES));
  }
}

const isOfKind = <Kind extends TillTicket['kind']>(
  ticket: TillTicket,
  kind: Kind,
): ticket is Extract<TillTicket, { readonly kind: Kind }> => ticket.kind === kind;
