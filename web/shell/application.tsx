/** The application for a signed-in person: providers, router, notifications, keyboard. */
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterContextProvider, RouterProvider } from '@tanstack/react-router';
import { lazy, useEffect, useState } from 'react';
import { queryClient, readAgain } from '../shared/api/query.ts';
import { Creating } from '../shared/api/resources.ts';
import { loadWholeLanguage, onLanguageChange } from '../shared/language/language.ts';
import { clearNotices } from '../shared/notify/notify.ts';
import { Toaster } from '../shared/notify/toaster.tsx';
import { listenForShortcuts } from '../shared/shortcuts/shortcuts.ts';
import { tellDroppedParts } from './dropped-parts.ts';
import { useFreshToken, useInactivityLogout } from './inactivity.ts';
import { Loading } from './loading.tsx';
import { router } from './router.tsx';

const CreateInPlace = lazy(() => import('./creating.tsx'));

export default function Application() {
  const [ready, setReady] = useState(false);
  useInactivityLogout();
  useFreshToken();
  useEffect(() => {
    void loadWholeLanguage().then(() => setReady(true));
    return () => queryClient.clear();
  }, []);
  useEffect(() => clearNotices, []);
  useEffect(tellDroppedParts, []);
  useEffect(listenForShortcuts, []);
  useEffect(() => onLanguageChange(readAgain), []);
  if (!ready) return <Loading />;
  return (
    <QueryClientProvider client={queryClient}>
      <Creating value={CreateInPlace}>
        <RouterProvider router={router} />
      </Creating>
      <RouterContextProvider router={router}>
        <Toaster />
      </RouterContextProvider>
    </QueryClientProvider>
  );
}
