/** The first version of the event had no note; version 2 has one. */
import type { UpcastChain } from '../../../domain/versions/upcast.ts';
import type { Donation } from './donation.ts';

export const DONATION_UPCASTS: UpcastChain = {
  'donation.completed': { 1: (data: Omit<Donation, 'note'>): Donation => ({ ...data, note: null }) },
};
