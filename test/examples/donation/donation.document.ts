/** The donation as a document: its name in the API, its number, and what it has in the books. */
import { HELD_MONEY } from '../../../domain/kernel/held.schema.ts';
import { declareAtOnce } from '../../../domain/kernel/lifecycle.ts';
import { DonationBody } from './donation.schema.ts';
import { DONATION, donation } from './donation.ts';
import { DONATION_RULE, postDonation } from './post-donation.ts';

export const donationDocument = declareAtOnce({
  kind: DONATION,
  resource: 'donations',
  folder: 'cash',
  decider: donation,
  body: DonationBody,
  held: HELD_MONEY,
  carriedAt: 'out',
  post: postDonation,
  rule: DONATION_RULE,
  prefix: 'DN-',
});
