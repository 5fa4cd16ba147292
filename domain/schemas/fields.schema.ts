/**
 * The field types that records and documents share, as TypeBox schemas. The `x-` annotations select the control in
 * forms; validators ignore them.
 */

import { type TSchema, type TSchemaOptions, Type } from 'typebox';
import { textPattern } from '../values/plain-text.ts';
import { boundedPattern } from './bounds.ts';
import { propertiesOf } from './schema-parts.ts';

/** Whole number above 0. */
export const Id = (options: object = {}) => Type.Integer({ minimum: 1, maximum: 2_147_483_647, ...options });
/** Id of a record of `resource`, whose `list` endpoint provides the look-up. */
export const Reference = (resource: string) => Id({ 'x-lookup': resource });
/**
 * Id of a document that the commands of this one change too, and that therefore refuses by itself to be reversed before
 * this one: no link is claimed on it.
 */
export const ChangedWith = (resource: string) => Id({ 'x-lookup': resource, 'x-changed-with': true });
/**
 * An amount of money, not negative, within the bound (bounds.ts), as a decimal string. A document refuses one with more
 * decimals than its currency has (whole-amounts.ts).
 */
export const Amount = (options: object = {}) =>
  Type.String({ pattern: boundedPattern(4, false), 'x-money': true, ...options });
export const SignedAmount = (options: object = {}) =>
  Type.String({ pattern: boundedPattern(4, true), 'x-money': true, ...options });
/** A unit price, a cost, or an amount of a journal line: four decimals, however many its currency has. */
export const ExactAmount = (options: object = {}) => Amount({ 'x-exact': true, ...options });
export const Percent = (options: object = {}) =>
  Type.String({ pattern: '^(100(\\.0{1,4})?|\\d{1,2}(\\.\\d{1,4})?)$', 'x-percent': true, ...options });
export const QuantityField = (options: object = {}) =>
  Type.String({ pattern: boundedPattern(6, false), 'x-quantity': true, ...options });
export const SignedQuantity = (options: object = {}) =>
  Type.String({ pattern: boundedPattern(6, true), 'x-quantity': true, ...options });
export const RateField = (options: object = {}) =>
  Type.String({ pattern: boundedPattern(4, false), 'x-rate': true, ...options });
/** `YYYY-MM-DD`; the decider checks that the day exists. */
export const DateField = (options: object = {}) =>
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', 'x-date': true, ...options });
/** `HH:MM` or `HH:MM:SS` */
export const TimeField = (options: object = {}) =>
  Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?$', 'x-time': true, ...options });
/** A name: one line that is not blank. */
export const Name = (options: object = {}) =>
  Text(140, { minLength: 1, pattern: textPattern('line', true), ...options });
/** One line. */
export const Text = (maxLength: number, options: object = {}) =>
  Type.String({ maxLength, pattern: textPattern('line'), 'x-text': 'line', ...options });
/** One line that is not blank. */
export const RequiredText = (maxLength: number) =>
  Text(maxLength, { minLength: 1, pattern: textPattern('line', true) });
/** Several lines. */
export const Lines = (maxLength: number, options: object = {}) =>
  Type.String({ maxLength, pattern: textPattern('lines'), 'x-text': 'lines', ...options });
/** Limit of the specification: "Maximum allowed character is 140" */
export const Note = (options: object = {}) => Lines(140, options);
/** A note that is not blank. */
export const RequiredNote = () => Note({ minLength: 1, pattern: textPattern('lines', true) });
/** The number of another party's document. */
export const ReferenceNumber = () => Text(140);
export const OneOf = <const Values extends string[]>(values: readonly [...Values], options: TSchemaOptions = {}) =>
  Type.Enum<Values>(values, options);
export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
/** Optional in a body: an absent field is unchanged in an amendment and has its default in a registration. */
export const Maybe = <Schema extends TSchema>(schema: Schema) => Type.Optional(Nullable(schema));
const Translation = () => Maybe(Text(140));
type TranslatedName<Field extends string> = Record<Field, ReturnType<typeof Name>> &
  Record<`${Field}_ar` | `${Field}_ckb`, ReturnType<typeof Translation>>;
/** A name that is required in English and optional in Arabic and Kurdish: `brand_name`, `brand_name_ar`, `brand_name_ckb`. */
export function translatedName<const Field extends string>(field: Field): TranslatedName<Field> {
  const names = { [field]: Name(), [`${field}_ar`]: Translation(), [`${field}_ckb`]: Translation() };
  return names as TranslatedName<Field>;
}
/** The least number of days that sold goods have left until they expire. */
export const LeastShelfLife = () => Maybe(Type.Integer({ minimum: 1, maximum: 3650 }));
/** Pictures that were uploaded before (`POST attachments`), each identified by its 32 hexadecimal digits. */
export const Attachments = (maxItems = 20) =>
  Type.Array(Type.String({ pattern: '^[0-9a-f]{32}$' }), { maxItems, uniqueItems: true, 'x-attachment': true });
/**
 * Papers that were uploaded before: pictures, PDF files and workbooks. The name of a paper is 32 random digits and the SHA-256
 * of its file; that of a picture from an earlier version is 32 digits (docs/decisions/0231).
 */
export const Papers = (maxItems = 20) =>
  Type.Array(Type.String({ pattern: '^[0-9a-f]{32}([0-9a-f]{64})?$' }), {
    maxItems,
    uniqueItems: true,
    'x-attachment': 'paper',
  });
/** An object that refuses unknown fields. */
export const Body = <Properties extends Record<string, TSchema>>(properties: Properties, options: object = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });
/** Adds the field for papers to the body of a document. */
export const attachable = <Schema extends TSchema>(body: Schema): Schema => {
  return { ...body, properties: { ...propertiesOf(body), attachments: Type.Optional(Papers()) } };
};
export const AttachBody = Body({ attachments: Papers() });
/** Body of a transition that undoes something: a reason, which may be null. */
export const ReasonBody = Body({ reason: Nullable(Note({ minLength: 1 })) });
/** Body of a transition that requires a reason. */
export const SaidReasonBody = Body({ reason: RequiredNote() });
