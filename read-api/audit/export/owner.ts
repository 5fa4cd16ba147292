import { personOf, SUPER_USER_ID } from '../../../identity/person.ts';

/** Programs export what the super user sees, which is everything. */
export const owner = personOf(SUPER_USER_ID, { user_name: 'export', email: 'export@localhost' }, undefined);
