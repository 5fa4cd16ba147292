/** Body of a review of the violations of till entries. */
import type { Static } from 'typebox';
import { Body, SaidNote } from '../kernel/fields.schema.ts';

export const ReviewBody = Body({ note: SaidNote() });
export type ReviewInput = Static<typeof ReviewBody>;
