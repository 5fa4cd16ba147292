import { expect, it } from 'vitest';
import { ownDefinition } from '../../projector/builds/definition.ts';
import { models } from '../../projector/models/all.ts';

// The version determines which of two programs on one database is the later one.
it('the version of the read models is increased with their tables: store the new digest here together with a higher version', () => {
  expect(ownDefinition(models)).toEqual({
    version: 11,
    digest: '5b5453c1ae2d63dbe750eaef3565b5d62fa0126e78b604b13dbdead8f72cf8cd',
  });
});
