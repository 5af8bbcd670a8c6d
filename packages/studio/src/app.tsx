import { AccountPage } from './account/account-page.tsx';
import { MakePage } from './make/make-page.tsx';
import { LOCALES, type Locale, locale, messages } from './messages/index.ts';
import { SignIn } from './parts/sign-in.tsx';
import { hrefOf, page } from './state/route.ts';
import { online, token } from './state/session.ts';
import { signOut } from './state/sign-out.ts';
import { WatchPage } from './watch/watch-page.tsx';

const PAGES = { make: MakePage, watch: WatchPage, account: AccountPage } as const;

export function App() {
  const m = messages.value;
  const Page = PAGES[page.value];
  return (
    <>
      <button type="button" class="skip" onClick={focusContent}>
        {m.skip}
      </button>
      <header class="bar">
        <a class="mark" href={hrefOf('make')}>
          Avatar Studio
        </a>
        <nav aria-label="Avatar Studio">
          {(['make', 'watch', 'account'] as const).map((name) => (
            <a key={name} href={hrefOf(name)} aria-current={page.value === name ? 'page' : undefined}>
              {m[name]}
            </a>
          ))}
          <a href="/docs">{m.reference}</a>
        </nav>
        <select
          class="quiet"
          aria-label={m.pageLanguage}
          value={locale.value}
          onChange={({ currentTarget }) => {
            locale.value = currentTarget.value as Locale;
          }}
        >
          {Object.entries(LOCALES).map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
        {token.value && (
          <button type="button" class="quiet" onClick={signOut}>
            {m.signOut}
          </button>
        )}
      </header>
      {!online.value && (
        <p class="offline" role="alert">
          {m.offline}
        </p>
      )}
      <main id="content" tabIndex={-1}>
        {token.value ? <Page key={token.value} /> : <SignIn />}
      </main>
    </>
  );
}

/** Called by a button instead of a link, because the URL fragment already identifies the open page. */
function focusContent(): void {
  document.getElementById('content')?.focus();
}
