/** The names of a record in messages. */
import type { Language } from '../values/language.ts';

/** Parameters of a message that name a record: `{item}`, and `item_ar` and `item_ckb` where it has names in those languages. */
export type RecordNames<Name extends string> = Readonly<Record<Name, string>> &
  Readonly<Partial<Record<`${Name}_${Exclude<Language, 'en'>}`, string>>>;
