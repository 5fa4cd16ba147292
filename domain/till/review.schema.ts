/** Body of a review of the violations of till entries. */
import type { Static } from 'typebox';
import { Body, RequiredNote } from '../schemas/fields.schema.ts';

export const ReviewBody = Body({ note: RequiredNote() });
export type ReviewInput = Static<typeof ReviewBody>;
