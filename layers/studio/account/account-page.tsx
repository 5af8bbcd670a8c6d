import { messages } from '../messages/index.ts';

/** What the token may do, and what was spent. */
export function AccountPage() {
  const m = messages.value;
  return (
    <div class="account">
      <h1>{m.account}</h1>
      <p class="hint">{m.accountText}</p>
    </div>
  );
}
