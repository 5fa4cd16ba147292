import { expect, it } from 'vitest';
import { ownDefinition } from '../../projector/builds/definition.ts';
import { models } from '../../projector/models/all.ts';

// Two programs on one database know by the version which of them is the later one.
it('the version of the read models was raised with their tables: put the new digest here together with a higher version', () => {
  expect(ownDefinition(models)).toEqual({
    version: 6,
    digest: '8dc2df9accd1ba27bebffc7a72e642cfadc609a484e950424e184c008ca563e0',
  });
});
