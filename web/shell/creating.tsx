/** New records from within a look-up. A role is begun from one of the ready ones: with a name alone it would allow nothing. */
import { lazy } from 'react';
import type { CreateInPlaceProps } from '../shared/api/resources.ts';
import CreateInPlace, { type Beginning } from '../shared/form/create-in-place.tsx';

const RoleTemplates = lazy(async () => ({ default: (await import('../people/role-templates.tsx')).RoleTemplates }));
const BEGINNINGS = new Map<string, Beginning>([['roles', RoleTemplates]]);

export default function CreateInLookUp(props: CreateInPlaceProps) {
  return <CreateInPlace {...props} beginning={BEGINNINGS.get(props.resource)} />;
}
