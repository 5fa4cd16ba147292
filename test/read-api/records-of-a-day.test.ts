/** A document that is entered late reads its records as they were on its day, and so do the screens on which it is typed. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import { openShop, type Shop } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';
