/** Body of a review of what entries of tills broke. */
import type { Static } from 'typebox';
import { Body, SaidNote } from '../kernel/fields.schema.ts';

export const ReviewBody = Body({ note: SaidNote() });
export type ReviewInput = Static<typeof ReviewBody>;
