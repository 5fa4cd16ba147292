/** Schemas of answers about imports that were made, for the API document. */
import { Type } from 'typebox';
import { Nullable, OneOf } from '../../../domain/schemas/fields.schema.ts';
import { answering } from '../../http/answer-schemas.ts';
import { Job } from '../../jobs/answer-schemas.ts';

const Text = () => Nullable(Type.String());
const Whole = () => Nullable(Type.Integer());

export const IMPORTS_MADE = answering(
  Type.Array(
    Type.Object(
      {
        import_id: Type.String(),
        format: Type.String(),
        resource: Type.String(),
        file_name: Text(),
        user_fk: Type.Integer(),
        user_name: Text(),
        started_at: Type.String(),
        rows: Type.Integer(),
        made: Whole(),
        left_out: Whole(),
        updated: Whole(),
        unchanged: Whole(),
        state: OneOf(['running', 'broken_off', 'made', 'nothing', 'partly', 'taken_back']),
        taken_back_at: Text(),
        taken_back_name: Text(),
      },
      { title: 'ImportMade' },
    ),
  ),
);

const Thing = { kind: Type.String(), id: Type.Integer(), title: Text() };

export const MADE_THINGS = answering(
  Type.Array(Type.Object({ ...Thing, status: Type.String(), changed: Type.Boolean() }, { title: 'MadeThing' })),
);

/** The job; for a dry run what would be taken back, and what would be kept with its reason. */
export const TAKEN_BACK = answering(
  Type.Union([
    Job,
    Type.Object(
      {
        ready: Type.Integer(),
        gone: Type.Integer(),
        kept: Type.Array(Type.Object({ ...Thing, message: Type.String() })),
        reasoned: Type.Boolean(),
      },
      { title: 'TakeBackPreview' },
    ),
  ]),
);
