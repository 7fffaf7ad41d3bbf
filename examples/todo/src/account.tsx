import { useAuth, useAuthConfig } from '@service/auth';
import { isServiceError } from '@service/client';
import { useState } from 'react';
import { PasskeySection, PasskeySignIn } from './passkeys.tsx';

export function AccountPage() {
  const { user, loading, signOut } = useAuth();
  if (loading) return <p className="quiet">Loading …</p>;
  if (user === undefined) return <SignInForm />;
  return (
    <section aria-labelledby="account-title">
      <h1 id="account-title">Your account</h1>
      <dl>
        <dt>Email</dt>
        <dd>
          {user.email} {!user.email_verified && <span className="badge">not confirmed</span>}
        </dd>
        <dt>Name</dt>
        <dd>{user.name ?? '–'}</dd>
      </dl>
      <div className="row">
        <button type="button" onClick={() => void signOut()}>
          Sign out
        </button>
        <button type="button" className="plain" onClick={() => void signOut({ everywhere: true })}>
          Sign out everywhere
        </button>
      </div>
      <PasskeySection />
    </section>
  );
}

function SignInForm() {
  const { signIn, signUp } = useAuth();
  const { data: config } = useAuthConfig();
  const [isNew, setIsNew] = useState(false);
  const [mfaToken, setMfaToken] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [message, setMessage] = useState<string>();

  async function submit(form: FormData) {
    setIsBusy(true);
    setMessage(undefined);
    try {
      const credentials = { email: String(form.get('email')), password: String(form.get('password')) };
      if (isNew) {
        const { verificationRequired } = await signUp(credentials);
        if (!verificationRequired) return open();
        setMessage('We sent you a link. Open it, then sign in.');
        setIsNew(false);
      } else {
        const code = String(form.get('code'));
        const result = await signIn(mfaToken === undefined ? credentials : { mfaToken, code });
        if (!result.mfaRequired) return open();
        setMfaToken(result.mfaToken);
      }
    } catch (error) {
      // The first step counts for a few minutes only.
      if (isServiceError(error, 'invalid_token')) setMfaToken(undefined);
      setMessage(isServiceError(error) ? error.message : String(error));
    } finally {
      setIsBusy(false);
    }
  }

  const title = isNew ? 'Create an account' : mfaToken ? 'Enter the code' : 'Welcome back';
  return (
    <section aria-labelledby="sign-in-title" className="narrow">
      <h1 id="sign-in-title">{title}</h1>
      <form
        className="card"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(new FormData(event.currentTarget));
        }}
      >
        {mfaToken ? <CodeField /> : <PasswordFields isNew={isNew} minimum={config?.password.min_length ?? 8} />}
        {message && <p role="alert">{message}</p>}
        <button type="submit" disabled={isBusy}>
          {isNew ? 'Sign up' : mfaToken ? 'Continue' : 'Sign in'}
        </button>
      </form>
      {config?.passkeys.enabled && !isNew && !mfaToken && <PasskeySignIn onDone={open} onFailure={setMessage} />}
      {config?.signup_enabled !== false && !mfaToken && (
        <button type="button" className="link" onClick={() => setIsNew(!isNew)}>
          {isNew ? 'I have an account' : 'I am new here'}
        </button>
      )}
      {mfaToken && (
        <button type="button" className="link" onClick={() => setMfaToken(undefined)}>
          Back
        </button>
      )}
    </section>
  );
}

function open() {
  location.hash = 'todos';
}

/** The second step, for users who turned it on. */
function CodeField() {
  return (
    <label>
      Six digits of your authenticator app, or a recovery code
      <input name="code" autoComplete="one-time-code" inputMode="text" ref={focus} required />
    </label>
  );
}

function focus(input: HTMLInputElement | null) {
  input?.focus();
}

function PasswordFields({ isNew, minimum }: { isNew: boolean; minimum: number }) {
  return (
    <>
      <label>
        Email
        <input name="email" type="email" autoComplete="username webauthn" required />
      </label>
      <label>
        Password
        <input
          name="password"
          type="password"
          autoComplete={isNew ? 'new-password' : 'current-password'}
          minLength={isNew ? minimum : undefined}
          required
        />
      </label>
    </>
  );
}
