/** Names that no two active records of a kind may have alike. */
import { Issues } from '../values/refusal.ts';

/** A name that a command gives to a record, and the record that has it. */
export interface SameName {
  /** The field of the command. */
  readonly field: string;
  readonly name: string;
  readonly code: string;
}

export interface UniqueNames {
  /** They are unique while this setting of the system is on. */
  readonly setting: string;
  readonly fields: readonly string[];
  /** The code by which people tell records with one name apart. */
  readonly codeField: string;
}

export function nameIssues(sameNames: readonly SameName[] = []): Issues {
  const issues = new Issues();
  for (const { field, name, code } of sameNames) issues.add(field, 'name_of_another_record', { name, code });
  return issues;
}
