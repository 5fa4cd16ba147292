/// <reference types="vite/client" />
/** Entry of the web application: the sign-in page is small; the rest is loaded after a sign-in. */
import { defined } from '../../domain/values/defined.ts';
import '../theme.css';
import { lazy, type ReactNode, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { whenOtherPerson } from '../shared/api/token.ts';
import { startLanguage } from '../shared/language/language.ts';
import { applyPreferences } from '../shared/language/preferences.ts';
import { followOtherWindows, resumeSession, useSession } from '../shared/session/session.ts';
import { Loading, Unreachable } from './loading.tsx';
import { SignInPage } from './signing-in/sign-in.tsx';

const Application = lazy(() => import('./application.tsx'));
const ChangePasswordPage = lazy(() => import('./signing-in/change-password.tsx'));
const PriceCheckerAtTill = lazy(() => import('../till/price-checker/device-page.tsx'));
const SecondFactorPage = lazy(() => import('./signing-in/second-factor-page.tsx'));

function Root() {
  const session = useSession();
  switch (session.status) {
    case 'starting':
      return <Loading />;
    case 'unreachable':
      return <NobodySignedIn otherwise={<Unreachable />} />;
    case 'signed_out':
      return <NobodySignedIn otherwise={<SignInPage />} />;
    case 'must_change_password':
      return (
        <Suspense fallback={<Loading />}>
          <ChangePasswordPage me={session.me} />
        </Suspense>
      );
    case 'must_set_up_second_factor':
      return (
        <Suspense fallback={<Loading />}>
          <SecondFactorPage me={session.me} />
        </Suspense>
      );
    default:
      return (
        <Suspense fallback={<Loading />}>
          <Application />
        </Suspense>
      );
  }
}

/** A till's price checker works without a sign-in. */
function NobodySignedIn({ otherwise }: { readonly otherwise: ReactNode }) {
  if (!/^\/sales\/barcode-price-checker\/?$/.test(window.location.pathname)) return otherwise;
  return (
    <Suspense fallback={<Loading />}>
      <PriceCheckerAtTill otherwise={otherwise} />
    </Suspense>
  );
}

applyPreferences();
await startLanguage();
whenOtherPerson(() => void resumeSession());
followOtherWindows();
void resumeSession();
createRoot(defined(document.getElementById('root'))).render(
  <StrictMode>
    <Root />
  </StrictMode>,
);
