import { useAuth, useAuthConfig } from '@service/auth';
import { isServiceError } from '@service/client';
import { type FormEvent, useState } from 'react';

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
    </section>
  );
}

function SignInForm() {
  const { signIn, signUp } = useAuth();
  const { data: config } = useAuthConfig();
  const [isNew, setIsNew] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [message, setMessage] = useState<string>();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const credentials = { email: String(form.get('email')), password: String(form.get('password')) };
    setIsBusy(true);
    setMessage(undefined);
    try {
      const result = isNew ? await signUp(credentials) : await signIn(credentials);
      if ('verificationRequired' in result && result.verificationRequired) {
        setMessage('We sent you a link. Open it, then sign in.');
        setIsNew(false);
      } else location.hash = 'todos';
    } catch (error) {
      setMessage(isServiceError(error) ? error.message : String(error));
    } finally {
      setIsBusy(false);
    }
  }

  const minimum = config?.password.min_length ?? 8;
  return (
    <section aria-labelledby="sign-in-title" className="narrow">
      <h1 id="sign-in-title">{isNew ? 'Create an account' : 'Welcome back'}</h1>
      <form className="card" onSubmit={(event) => void submit(event)}>
        <label>
          Email
          <input name="email" type="email" autoComplete="username" required />
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
        {message && <p role="alert">{message}</p>}
        <button type="submit" disabled={isBusy}>
          {isNew ? 'Sign up' : 'Sign in'}
        </button>
      </form>
      {config?.signup_enabled !== false && (
        <button type="button" className="link" onClick={() => setIsNew(!isNew)}>
          {isNew ? 'I have an account' : 'I am new here'}
        </button>
      )}
    </section>
  );
}
