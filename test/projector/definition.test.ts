import { expect, it } from 'vitest';
import { ownDefinition } from '../../projector/builds/definition.ts';
import { models } from '../../projector/models/all.ts';

// The version determines which of two programs on one database is the later one.
it('the version of the read models is increased with their tables: store the new digest here together with a higher version', () => {
  expect(ownDefinition(models)).toEqual({
    version: 15,
    digest: 'c1e8c5b99612e62140cc88d438647d443698b71a906b231152908149c4b2e631',
  });
});
