import { expect, it } from 'vitest';
import { ownDefinition } from '../../projector/builds/definition.ts';
import { models } from '../../projector/models/all.ts';

// Two programs on one database know by the version which of them is the later one.
it('the version of the read models was raised with their tables: put the new digest here together with a higher version', () => {
  expect(ownDefinition(models)).toEqual({
    version: 5,
    digest: 'cc42db53af6e5d0d81784fe3699b30e8d6dc296a26ed57a7a21704ae26dc191d',
  });
});
