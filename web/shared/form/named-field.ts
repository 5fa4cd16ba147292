/** Label and error of a field that is named as in the API. */
import { fieldLabel } from '../language/names.ts';

export const namedField = (name: string, problem?: string) => ({ name, label: fieldLabel(name), problem });
