/** A sign-in attempt: the claimed user and the origin. */
import type pg from 'pg';
import type { AttemptNote } from '../../identity/request-notes.ts';

/** `shop` is a customer of the application. */
export type Way = 'password' | 'pin' | 'shop';

export interface Subject {
  readonly way: Way;
  /** The typed name, whether or not such a user exists. */
  readonly name: string;
  readonly ip: string;
  readonly tillId?: number;
  /** The browser, when this user signed in with it before. */
  readonly deviceId?: number | undefined;
  /** Called with the outcome, for the log of requests. */
  readonly told?: ((attempt: AttemptNote) => void) | undefined;
  /** True when a code of the second factor is typed. */
  readonly isCode?: boolean;
}

export type Asking = Pick<pg.PoolClient, 'query'>;
