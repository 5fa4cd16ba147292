/** Schemas of the results of the projector's programs: results of a program of another version are refused. */
import { Type } from 'typebox';
import { checked } from '../../domain/schemas/checked.schema.ts';

const Text = Type.String();
const Texts = Type.Array(Text);
const Known = Type.Object({ name: Text, findings: Texts, remedy: Type.Optional(Text) });
const Place = { account: Type.Integer(), outlet_fk: Type.Integer(), currency_fk: Type.Integer() };

/** The result of replaying a year (`projector/closing`). */
export const replayedYear = checked(
  'the result of the replay of a year',
  Type.Object({
    findings: Texts,
    known: Type.Array(Known),
    books: Type.Object({
      position: Text,
      rules: Type.Object({ posting: Text, costing: Text, read_models: Text }),
      digests: Type.Object({ trial_balance: Text, stock: Text, subledgers: Text }),
      balances: Type.Array(Type.Object({ ...Place, base: Text, foreign_amount: Text })),
      differences: Type.Array(Type.Object({ ...Place, before: Text, after: Text })),
    }),
  }),
);

export const RecalculationPlan = Type.Object({ position: Text, digest: Text, differences: Type.Integer() });

/** The result of a recalculation (`projector/recalculation`). */
export const recalculated = checked(
  'the result of a recalculation',
  Type.Object({
    plan: RecalculationPlan,
    differences: Type.Array(Type.Unknown()),
    elsewhere: Type.Integer(),
    committed: Type.Boolean(),
  }),
);
