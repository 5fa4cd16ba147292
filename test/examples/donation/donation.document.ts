/** The declaration of the donation: its name in the API, its number, its postings. */

import { declareAtOnce } from '../../../domain/documents/lifecycle.ts';
import { HELD_MONEY } from '../../../domain/schemas/held.schema.ts';
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
