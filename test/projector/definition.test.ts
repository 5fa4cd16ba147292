import { expect, it } from 'vitest';
import { ownDefinition } from '../../projector/builds/definition.ts';
import { models } from '../../projector/models/all.ts';

// Two programs on one database know by the version which of them is the later one.
it('the version of the read models was raised with their tables: put the new digest here together with a higher version', () => {
  expect(ownDefinition(models)).toEqual({
    version: 7,
    digest: '0be2de6df6b5c9811672f8e700a60eefadd8fc9fb75fec513c934bf68ece6751',
  });
});
