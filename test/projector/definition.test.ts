import { expect, it } from 'vitest';
import { ownDefinition } from '../../projector/builds/definition.ts';
import { models } from '../../projector/models/all.ts';

// The version determines which of two programs on one database is the later one.
it('the version of the read models is increased with their tables: store the new digest here together with a higher version', () => {
  expect(ownDefinition(models)).toEqual({
    version: 13,
    digest: '25ce4a5361a3a4160d7ae5d1d2dc4aed04dcf11e049c6af341df7b02ea147cc7',
  });
});
