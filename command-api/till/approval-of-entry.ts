/**
 * The approval of an entry: a ticket for this entry, signed when the PIN of its supervisor was typed a few minutes before
 * (docs/decisions/0107). Without one the entry is stored with a note, and its actor has the rights of the cashier alone.
 */

import type { BrokenRule } from '../../domain/till/device-entry.ts';
import { instantOfMark, type MarkedEntry, madeMsOf } from '../../domain/till/entry-moment.ts';
import { readInstant } from '../../domain/till/instant.ts';
import { type ApprovalTicket, BY_SERVER } from '../../domain/till/till-ticket.ts';
import type { Commands } from '../commands/open-commands.ts';
import type { TillTickets } from '../identity/at-tills/till-tickets.ts';
import type { EnrolledDevice } from './device-request.ts';
import { CLOCKS_APART_MS, offlineHours } from './offline-hours.ts';

export interface ProvedApproval {
  /** The rights that the supervisor allowed; alternatives are joined with `##`. */
  readonly rights: readonly string[];
  readonly broken: readonly BrokenRule[];
}

/** A customer pays within this time after the supervisor typed the PIN. */
const VALID_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;

interface Sources {
  readonly commands: Pick<Commands, 'handler'>;
  readonly tickets?: TillTickets | undefined;
}

export async function approvalOf(
  entry: MarkedEntry,
  { enrolment }: Pick<EnrolledDevice, 'enrolment'>,
  { commands, tickets }: Sources,
  now: Date,
): Promise<ProvedApproval> {
  const { approved_by_fk: user_fk, approval, uuid } = entry;
  if (user_fk === null) return { rights: [], broken: [] };
  const field = 'approved_by_fk';
  const ticket = await tickets?.read(approval, { kind: 'approval', enrolment, user_fk });
  if (ticket?.entry !== uuid || !isInTime(entry, ticket, now))
    return { rights: [], broken: [{ rule: 'approval_without_pin', field }] };
  const rights = ticket.rights.flatMap((right) => right.split('##'));
  const keyMs = readInstant(ticket.key);
  const hours = await offlineHours(commands);
  const isOld = keyMs !== undefined && instantOfMark(entry) - keyMs > hours * HOUR_MS;
  const old = { rule: 'offline_too_long', field, values: { hours: `${hours}` } };
  return { rights, broken: isOld ? [old] : [] };
}

/**
 * The time between the PIN and the entry. The server's ticket has the time of the server, so it is compared with the moment
 * at which the entry is booked (docs/decisions/0106); that of a device without a network has the time of the device's clock,
 * like the entry. An entry that arrives within the minutes of the server's ticket is in time, whatever its clock says.
 */
function isInTime(entry: MarkedEntry, { key, at }: ApprovalTicket, now: Date): boolean {
  const typedMs = readInstant(at) ?? 0;
  const isOfServer = key === BY_SERVER;
  if (isOfServer && now.getTime() - typedMs <= VALID_MS) return true;
  const agoMs = (isOfServer ? instantOfMark(entry) : madeMsOf(entry)) - typedMs;
  return agoMs >= -CLOCKS_APART_MS && agoMs <= VALID_MS + CLOCKS_APART_MS;
}
