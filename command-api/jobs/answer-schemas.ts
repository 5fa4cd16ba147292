/** Schemas of answers about jobs, for the API document. */
import { Type } from 'typebox';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { answering } from '../http/answer-schemas.ts';

const Text = () => Nullable(Type.String());
const Whole = () => Nullable(Type.Integer());

export const Job = Type.Object(
  {
    job_id: Type.String(),
    name: Type.String(),
    user_id: Whole(),
    till_fk: Whole(),
    state: Type.String(),
    progress: Text(),
    /** The result, depending on the kind of job; null until the end. */
    result: Type.Unknown(),
    error: Text(),
    added_at: Type.String(),
    finished_at: Text(),
  },
  { title: 'Job' },
);
export const ONE = answering(Job);
export const MANY = answering(Type.Array(Job));
export const EVENTS = { 200: { content: { 'text/event-stream': { schema: Type.String() } } } } as const;

const Left = Type.Object({ id: Type.Integer(), title: Text(), message: Type.String() });
/** The job; for a dry run the number of ready rows, and the skipped rows with reasons. */
export const BULK = answering(
  Type.Union([Job, Type.Object({ ready: Type.Integer(), left: Type.Array(Left) }, { title: 'BulkPreview' })]),
);
export const BULK_ACTIONS = answering(
  Type.Array(Type.Object({ name: Type.String(), reasoned: Type.Boolean(), undo: Text() }, { title: 'BulkAction' })),
);
