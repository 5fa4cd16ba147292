/** The address within the till: a few paths below /pos, without a router, for a fast start. */
import { useSyncExternalStore } from 'react';
import { isOneOf } from '../../../domain/values/members.ts';

export const TILL_PAGES = ['sell', 'held', 'receipts', 'drawer', 'device', 'display', 'prices'] as const;
export type TillPage = (typeof TILL_PAGES)[number];

const MOVED = 'daftar-till-moved';

export function pageOf(pathname: string): TillPage {
  const name = pathname.replace(/^\/pos\/?/, '').replace(/\/$/, '');
  return isOneOf(TILL_PAGES, name) ? name : 'sell';
}

export const addressOf = (page: TillPage): string => (page === 'sell' ? '/pos' : `/pos/${page}`);

export function goTo(page: TillPage, search = ''): void {
  window.history.pushState(null, '', addressOf(page) + search);
  window.dispatchEvent(new Event(MOVED));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener);
  window.addEventListener(MOVED, listener);
  return () => {
    window.removeEventListener('popstate', listener);
    window.removeEventListener(MOVED, listener);
  };
}

export const useTillPage = (): TillPage => useSyncExternalStore(subscribe, () => pageOf(window.location.pathname));

/** `?receipt=T3-000127` */
export const useSearchPart = (name: string): string | null =>
  useSyncExternalStore(subscribe, () => new URLSearchParams(window.location.search).get(name));
