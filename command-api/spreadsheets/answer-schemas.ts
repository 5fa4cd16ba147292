/** Schemas of answers about the import of spreadsheets, for the API document. */
import { Type } from 'typebox';
import type { CheckedImport, ReadFile, ShownFormat } from '../../domain/imports/import-format.ts';
import { Nullable, OneOf } from '../../domain/schemas/fields.schema.ts';
import { answering } from '../http/answer-schemas.ts';
import { Job } from '../jobs/answer-schemas.ts';

const Words = () => Type.Optional(Type.Array(Type.String()));
const Word = () => Type.Optional(Type.String());
const Flag = () => Type.Optional(Type.Boolean());

const Format = Type.Object(
  {
    name: Type.String(),
    resource: Type.String(),
    permission: Type.String(),
    stores: Type.Boolean(),
    updates: Type.Boolean(),
    columns: Type.Array(
      Type.Object({
        name: Type.String(),
        heading: Type.String(),
        kind: Type.String(),
        example: Type.String(),
        required: Flag(),
        values: Words(),
        labels: Words(),
        resource: Word(),
        creatable: Flag(),
        below: Word(),
        length: Type.Optional(Type.Integer()),
      }),
    ),
    parameters: Type.Array(
      Type.Object({
        name: Type.String(),
        label: Type.String(),
        kind: Type.String(),
        resource: Word(),
        values: Words(),
        labels: Words(),
        required: Flag(),
      }),
    ),
  },
  { title: 'ImportFormat' },
);

const Line = Type.Object({
  row: Type.Integer(),
  item_fk: Type.Integer(),
  unit_fk: Type.Integer(),
  quantity: Type.String(),
  bonus_quantity: Nullable(Type.String()),
  price: Type.String(),
  batch_number: Nullable(Type.String()),
  expire_date: Nullable(Type.String()),
  note: Nullable(Type.String()),
});

const Checked = Type.Object(
  {
    rows: Type.Integer(),
    ready: Type.Integer(),
    skipped: Type.Integer(),
    problems: Type.Array(Type.Object({ row: Type.Integer(), column: Nullable(Type.String()), message: Type.String() })),
    unknown: Type.Array(
      Type.Object({
        resource: Type.String(),
        name: Type.String(),
        rows: Type.Integer(),
      }),
    ),
    lines: Type.Optional(Type.Array(Line)),
    updates: Type.Optional(
      Type.Array(
        Type.Object(
          {
            row: Type.Integer(),
            is: OneOf(['new', 'changed', 'same', 'not_found', 'several']),
            id: Nullable(Type.Integer()),
            title: Nullable(Type.String()),
            revision: Nullable(Type.Integer()),
            changes: Type.Array(
              Type.Object({
                column: Type.String(),
                from: Nullable(Type.String()),
                to: Nullable(Type.String()),
              }),
            ),
          },
          { title: 'ImportedRowChange' },
        ),
      ),
    ),
  },
  { title: 'CheckedImport' },
);

export const FORMATS = answering(Type.Array(Type.Unsafe<ShownFormat>(Format)));
export const FORMAT = answering(Type.Unsafe<ShownFormat>(Format));
const Read = Type.Object(
  {
    digest: Type.String(),
    columns: Type.Array(Type.Object({ name: Type.String(), heading: Nullable(Type.String()) })),
    ignored: Type.Array(Type.String()),
    headings: Type.Array(Type.String()),
    missing: Type.Array(Type.String()),
    text: Nullable(Type.Object({ encoding: Type.String(), separator: Type.String() })),
    rows: Type.Array(Type.Object({ row: Type.Integer(), cells: Type.Record(Type.String(), Type.String()) })),
  },
  { title: 'ReadFile' },
);
export const READ_FILE = answering(Type.Unsafe<ReadFile>(Read));
/** The job; for a dry run its result. */
export const IMPORTED = answering(Type.Union([Job, Type.Unsafe<CheckedImport>(Checked)]));
/** Records as rows of their import. */
export const PRESENT_ROWS = answering(
  Type.Object(
    {
      columns: Type.Array(Type.String()),
      rows: Type.Array(Type.Record(Type.String(), Type.String())),
    },
    { title: 'PresentRows' },
  ),
);
