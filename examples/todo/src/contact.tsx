import { useAuth } from '@service/auth';
import { isServiceError } from '@service/client';
import { sendMessage } from '@service/data';
import { type FormEvent, useState } from 'react';

export function ContactPage() {
  const { user } = useAuth();
  const [isBusy, setIsBusy] = useState(false);
  const [notice, setNotice] = useState<{ text: string; isProblem: boolean }>();

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    setIsBusy(true);
    setNotice(undefined);
    try {
      const { delivered } = await sendMessage({
        body: String(fields.get('body')),
        from_name: String(fields.get('name')),
        ...(user === undefined && { from_email: String(fields.get('email')) }),
      });
      const text = delivered ? 'Thank you. We will answer by mail.' : 'We take no messages at the moment.';
      setNotice({ text, isProblem: !delivered });
      if (delivered) form.reset();
    } catch (error) {
      setNotice({ text: isServiceError(error) ? error.message : String(error), isProblem: true });
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <section aria-labelledby="contact-title" className="narrow">
      <h1 id="contact-title">Contact</h1>
      <form className="card" onSubmit={(event) => void send(event)}>
        <label>
          Name
          <input name="name" autoComplete="name" defaultValue={user?.name ?? ''} />
        </label>
        {user === undefined && (
          <label>
            Email
            <input name="email" type="email" autoComplete="email" required />
          </label>
        )}
        <label>
          Message
          <textarea name="body" rows={5} maxLength={5000} required />
        </label>
        {notice && <p role={notice.isProblem ? 'alert' : 'status'}>{notice.text}</p>}
        <button type="submit" disabled={isBusy}>
          Send
        </button>
      </form>
    </section>
  );
}
