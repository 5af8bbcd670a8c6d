import { useSignal } from '@preact/signals';
import { messages } from '../messages/index.ts';
import { refusedToken, token } from '../state/session.ts';

export function SignIn() {
  const m = messages.value;
  const given = useSignal('');
  return (
    <form
      class="sign-in"
      onSubmit={(event) => {
        event.preventDefault();
        refusedToken.value = '';
        token.value = given.value.trim();
      }}
    >
      <h1>{m.signInTitle}</h1>
      {refusedToken.value && (
        <p class="error" role="alert">
          {m.tokenRefused(refusedToken.value)}
        </p>
      )}
      <p>{m.signInText}</p>
      <label for="token">{m.token}</label>
      <input
        id="token"
        type="password"
        autocomplete="off"
        required
        value={given}
        onInput={({ currentTarget }) => {
          given.value = currentTarget.value;
        }}
      />
      <button type="submit" class="primary">
        {m.signIn}
      </button>
    </form>
  );
}
