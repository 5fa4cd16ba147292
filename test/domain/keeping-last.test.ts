import { expect, it } from 'vitest';
import { keepingLast } from '../../domain/deciding/keeping-last.ts';

it('keeps the last four results by the identity of both arguments, and no older one', () => {
  let calls = 0;
  const work = keepingLast((of: { readonly name: string }, suffix: string) => {
    calls += 1;
    return [of.name + suffix];
  });
  const [first, equal] = [{ name: 'a' }, { name: 'a' }];
  const known = work(first, '1');
  expect(work(first, '1')).toBe(known);
  expect(work(equal, '1')).not.toBe(known);
  expect(work(first, '2')).toEqual(['a2']);
  expect(calls).toBe(3);
  for (const suffix of ['3', '4']) work(first, suffix);
  expect(work(first, '1')).not.toBe(known);
  expect(calls).toBe(6);
});

it('keeps no result of a call that throws', () => {
  let calls = 0;
  const work = keepingLast((_: object, __: string) => {
    calls += 1;
    throw new RangeError('refused');
  });
  const of = {};
  expect(() => work(of, '')).toThrow('refused');
  expect(() => work(of, '')).toThrow('refused');
  expect(calls).toBe(2);
});
