import { expect, it } from 'vitest';
import { ownDefinition } from '../../projector/builds/definition.ts';
import { models } from '../../projector/models/all.ts';

// Two programs on one database know by the version which of them is the later one.
it('the version of the read models was raised with their tables: put the new digest here together with a higher version', () => {
  expect(ownDefinition(models)).toEqual({
    version: 7,
    digest: 'a850f19470da0f8db17e5bf7e10896e58949b9ee054e1ce66cf1c5dd78156f5f',
  });
});
