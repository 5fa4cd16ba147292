/** Whether a person is still where they were when an answer comes, or has left meanwhile. */
import { useEffect, useRef, useState } from 'react';

/**
 * The answer is false when the component is gone, and already when the address is another one: the next page may still
 * be loading. `isOwn`, that of the first rendering, recognises the addresses of the component; by default any.
 */
export function useIsShown(isOwn: (path: string) => boolean = () => true): () => boolean {
  const isMounted = useRef(true);
  // Not a layout effect: a page that is hidden while a part of it loads has not been left.
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const [isShown] = useState(() => () => isMounted.current && isOwn(window.location.pathname));
  return isShown;
}
