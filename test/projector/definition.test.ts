import { expect, it } from 'vitest';
import { ownDefinition } from '../../projector/builds/definition.ts';
import { models } from '../../projector/models/all.ts';

// The version determines which of two programs on one database is the later one.
it('the version of the read models is increased with their tables: store the new digest here together with a higher version', () => {
  expect(ownDefinition(models)).toEqual({
    version: 8,
    digest: '3b8bf05012d94927b2778ae56d599bc340025c33f24fb112949df3fe27515e15',
  });
});
