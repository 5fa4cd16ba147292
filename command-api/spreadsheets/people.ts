/** Files whose rows are people: what decides about people requires a recent proof of identity (docs/decisions/0057). */
import { type AnyFormat, isRecordFormat } from '../../domain/imports/formats.ts';
import { decidesAboutPeople } from '../../domain/registry/authority.ts';

export const isOfPeople = (format: AnyFormat | undefined): boolean =>
  format !== undefined && isRecordFormat(format) && decidesAboutPeople(format.kind);

/** The rows of a file are commands on records, whose declarations check the authority over each person. */
export const OF_RECORDS = { authority: 'record' } as const;
