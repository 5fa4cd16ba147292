/** An attempt to sign in: who, from where. */
import type pg from 'pg';

/** `shop` is a customer of the application. */
export type Way = 'password' | 'pin' | 'shop';

export interface Subject {
  readonly way: Way;
  /** Who they say they are, whether there is such a person or not. */
  readonly name: string;
  readonly ip: string;
  readonly tillId?: number;
  /** The browser, when this very person signed in with it before. */
  readonly deviceId?: number | undefined;
  /** True where a code of the second factor is typed. */
  readonly isCode?: boolean;
}

export type Asking = Pick<pg.PoolClient, 'query'>;
