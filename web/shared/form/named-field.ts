/** What a field is called, and what is wrong with it, where it is called as in the API. */
import { fieldLabel } from '../language/names.ts';

export const namedField = (name: string, problem?: string) => ({ name, label: fieldLabel(name), problem });
