import { describe, expect, it } from 'vitest';
import { oversizeIssues, UNKNOWN_FIELDS_MAX } from '../../command-api/http/oversize.ts';
import { type Invalid, validatorOf } from '../../command-api/http/validation.ts';
import { documentResources } from '../../domain/registry/documents.ts';
import { records } from '../../domain/registry/records.ts';
import type { Issue } from '../../domain/values/refusal.ts';

type Schema = Readonly<Record<string, unknown>>;

const bodies = [
  ...documentResources.map(({ resource, body }) => ({ resource, body })),
  ...records.map(({ resource, schema }) => ({ resource, body: schema })),
];

/** The lists at the top level of a body. */
const listsIn = (body: unknown): [string, number][] =>
  Object.entries((body as { readonly properties: Readonly<Record<string, Schema>> }).properties).flatMap(
    ([name, schema]) => {
      const alternatives = (schema['anyOf'] as Schema[] | undefined) ?? [schema];
      const list = alternatives.find((alternative) => alternative['type'] === 'array');
      return list ? [[name, Number(list['maxItems'])] as [string, number]] : [];
    },
  );

describe('a list in a body', () => {
  it.each(bodies.filter(({ body }) => listsIn(body).length > 0))('of $resource has a length', ({ body }) => {
    for (const [name, max] of listsIn(body)) expect([name, Number.isInteger(max)]).toEqual([name, true]);
  });

  it.each(bodies.filter(({ body }) => listsIn(body).length > 0))(
    'of $resource that is longer is refused before anything in it is read',
    ({ body }) => {
      for (const [name, max] of listsIn(body)) {
        let read = 0;
        const count = () => {
          read += 1;
          return undefined;
        };
        const counting = new Proxy(
          {},
          { get: count, has: () => count() === undefined, getOwnPropertyDescriptor: count },
        );
        const given = { [name]: Array.from({ length: max + 1 }, () => counting), colour: 'red' };
        const result = validatorOf(body, true)(given) as { readonly error?: { readonly issues: readonly unknown[] } };
        expect(result.error?.issues).toEqual([{ field: name, message: 'max_items', params: { value: String(max) } }]);
        expect([name, read]).toEqual([name, 0]);
      }
    },
  );

  it('within a list is found too, and one that is as long as it may be is none', () => {
    const unit = (barcodes: number) => ({ barcodes: Array.from({ length: barcodes }, (_, index) => `${index}`) });
    const item = records.find(({ kind }) => kind === 'item');
    expect(oversizeIssues(item?.schema as never, { item_units: [unit(1), unit(10_000)] })).toMatchObject([
      { field: 'item_units.1.barcodes', message: 'max_items' },
    ]);
    expect(oversizeIssues(item?.schema as never, { item_units: [unit(1)] })).toEqual([]);
  });
});

describe('unknown fields', () => {
  const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1]));
  const brand = records.find(({ kind }) => kind === 'brand');
  const told = (count: number): readonly Issue[] => {
    const result = validatorOf(brand?.schema as never, true)(unknown(count));
    return 'error' in result ? (result.error as Invalid).issues : [];
  };

  it('are reported with all other errors, if there are few', () => {
    expect(told(UNKNOWN_FIELDS_MAX).map(({ message }) => message)).toEqual([
      'required',
      ...Array.from({ length: UNKNOWN_FIELDS_MAX }, () => 'unknown_field'),
    ]);
  });

  it('are the only reported errors, and a part of them, if there are hundreds', () => {
    expect(told(100_000).map(({ message }) => message)).toEqual(
      Array.from({ length: UNKNOWN_FIELDS_MAX }, () => 'unknown_field'),
    );
  });
});
