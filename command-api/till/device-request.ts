/** The device of a request, identified by its own cookie, with or without a signed-in user. */
import type { FastifyRequest } from 'fastify';
import { paperPrefix } from '../../domain/till/device-entry.ts';
import { Unauthorized } from '../../identity/unauthorized.ts';
import { type IdentityRoutes, readCookie } from '../identity/answer.ts';
import { deviceOf } from '../identity/at-tills/tills.ts';

export interface EnrolledDevice {
  readonly till_id: number;
  readonly till_name: string;
  readonly outlet_fk: number;
  /** The inventory that its record names. */
  readonly inventory_fk: number | null;
  readonly enrolment: string;
  /** Prefix of its paper numbers: `T3`. */
  readonly number_prefix: string;
}

/** Throws Unauthorized when the device is not enrolled as a till. */
export async function enrolledDevice(
  request: FastifyRequest,
  { identity, commands }: Pick<IdentityRoutes, 'identity' | 'commands'>,
): Promise<EnrolledDevice> {
  const device = await deviceOf(commands.pool, readCookie(request, 'till'));
  const till = device && (await identity.till(device.till_id));
  if (!device || !till) throw new Unauthorized();
  const { till_id, enrolment, nth } = device;
  const { till_name, outlet_fk, inventory_fk = null } = till;
  return { till_id, till_name, outlet_fk, inventory_fk, enrolment, number_prefix: paperPrefix(till_id, nth) };
}
