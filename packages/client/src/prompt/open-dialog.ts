import type { AuthUser } from '../core/wire.ts';
import { leaveFor } from '../session/leave-for.ts';
import { signInWithPasskey } from '../session/passkey-sign-in.ts';
import { hasPasskeys } from '../session/webauthn.ts';
import { element, field, mountDialog } from './prompt-element.ts';
import {
  type Answers,
  type PromptCore,
  type PromptOptions,
  providerName,
  readOptions,
  type Step,
  sendReset,
  takeStep,
} from './prompt-steps.ts';

const TITLES: Readonly<Record<Step, string>> = {
  'sign-in': 'Sign in',
  'sign-up': 'Create an account',
  code: 'Enter the code',
};
const LEADS: Readonly<Record<Step, string>> = {
  'sign-in': 'Sign in to go on.',
  'sign-up': 'It takes an e-mail address and a password.',
  code: 'Enter the six digits of your authenticator app, or a recovery code.',
};

let open: Promise<AuthUser | undefined> | undefined;

/** Opens the sign-in dialog. Calls made while it is open share its result. */
export function openDialog(core: PromptCore): Promise<AuthUser | undefined> {
  open ??= new Promise<AuthUser | undefined>((resolve) => showDialog(core, resolve)).finally(() => {
    open = undefined;
  });
  return open;
}

function showDialog(core: PromptCore, finish: (user: AuthUser | undefined) => void): void {
  const elements = buildElements();
  const { dialog, form, submit, message, notice, fields } = elements;
  let step: Step = 'sign-in';
  let mfaToken = '';
  let user: AuthUser | undefined;

  const show = (next: Step): void => {
    step = next;
    message.textContent = '';
    showStep(elements, step);
    firstField(elements, step).focus();
  };
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    message.textContent = '';
    notice.textContent = '';
    submit.disabled = true;
    try {
      await work();
    } catch (error) {
      message.textContent = error instanceof Error ? error.message : String(error);
      firstField(elements, step).focus();
    } finally {
      submit.disabled = false;
    }
  };
  const send = async (): Promise<void> => {
    const outcome = await takeStep(core, step, answersOf(fields), mfaToken);
    if (outcome.kind === 'signed-in') {
      user = outcome.user;
      dialog.close();
    } else if (outcome.kind === 'code') {
      mfaToken = outcome.mfaToken;
      show('code');
    } else {
      show('sign-in');
      notice.textContent = outcome.text;
    }
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!submit.disabled) void attempt(send);
  });
  elements.other.addEventListener('click', () => show(step === 'sign-in' ? 'sign-up' : 'sign-in'));
  elements.cancel.addEventListener('click', () => dialog.close());
  elements.forgot.addEventListener('click', () => {
    const { input } = fields.email;
    if (!input.reportValidity()) return;
    void attempt(async () => {
      notice.textContent = await sendReset(core, input.value);
    });
  });
  const enter = (entered: AuthUser): void => {
    user = entered;
    dialog.close();
  };
  const closing = new AbortController();
  const unmount = mountDialog(dialog);
  dialog.addEventListener('close', () => {
    closing.abort();
    unmount();
    finish(user);
  });
  dialog.showModal();
  show('sign-in');
  readOptions(core).then(
    (options) => {
      showOptions(elements, options, {
        leave: (provider) => leaveFor(core, provider),
        usePasskey: () => void attempt(async () => enter(await core.reported(signInWithPasskey(core)))),
      });
      showStep(elements, step);
      if (options.passkeys.enabled)
        void suggestPasskey(core, closing.signal).then((entered) => entered && enter(entered));
    },
    () => undefined,
  );
}

type Elements = ReturnType<typeof buildElements>;

function buildElements() {
  const fields = {
    name: field('Name (optional)', { name: 'name', autocomplete: 'name' }),
    email: field('Email', { name: 'email', type: 'email', autocomplete: 'username webauthn', required: true }),
    password: field('Password', { name: 'password', type: 'password', required: true }),
    code: field('Code', { name: 'code', autocomplete: 'one-time-code', inputmode: 'numeric' }),
  };
  const title = element('h2', { id: 'title' });
  const lead = element('p', { id: 'lead' });
  const message = element('p', { role: 'alert' });
  const notice = element('p', { role: 'status' });
  const submit = element('button', { type: 'submit' });
  const cancel = element('button', { type: 'button' }, 'Cancel');
  const other = element('button', { type: 'button', class: 'link' });
  const forgot = element('button', { type: 'button', class: 'link' }, 'Forgot password?');
  const providers = element('div', { class: 'providers', hidden: true });
  const form = element(
    'form',
    {},
    ...Object.values(fields).map(({ label }) => label),
    message,
    notice,
    element('div', { class: 'row' }, cancel, submit),
    element('div', { class: 'links' }, other, forgot),
  );
  const dialog = element(
    'dialog',
    { 'aria-labelledby': 'title', 'aria-describedby': 'lead' },
    title,
    lead,
    providers,
    form,
  );
  return { dialog, providers, form, title, lead, message, notice, submit, cancel, other, forgot, fields };
}

async function suggestPasskey(core: PromptCore, signal: AbortSignal): Promise<AuthUser | undefined> {
  return await signInWithPasskey(core, { autofill: true, signal }).catch(() => undefined);
}

interface OtherWays {
  readonly leave: (provider: string) => void;
  readonly usePasskey: () => void;
}

function showOptions({ other, providers }: Elements, options: PromptOptions, { leave, usePasskey }: OtherWays): void {
  other.toggleAttribute('data-off', !options.signup_enabled);
  const buttons = options.providers.map((id) =>
    element('button', { type: 'button', onclick: () => leave(id) }, `Continue with ${providerName(id)}`),
  );
  if (options.passkeys.enabled && hasPasskeys()) {
    buttons.unshift(element('button', { type: 'button', onclick: usePasskey }, 'Use a passkey'));
  }
  if (buttons.length > 0) providers.append(...buttons, element('p', { class: 'or' }, 'or'));
}

function showStep({ title, lead, submit, other, forgot, providers, fields }: Elements, step: Step): void {
  title.textContent = TITLES[step];
  lead.textContent = LEADS[step];
  submit.textContent = step === 'code' ? 'Continue' : TITLES[step];
  other.textContent = step === 'sign-in' ? 'Create an account' : 'I have an account';
  const { name, email, password, code } = fields;
  providers.hidden = step === 'code' || providers.childElementCount === 0;
  name.label.hidden = step !== 'sign-up';
  email.label.hidden = password.label.hidden = step === 'code';
  code.label.hidden = step !== 'code';
  // A required field that is hidden would block submitting the form.
  email.input.required = password.input.required = step !== 'code';
  code.input.required = step === 'code';
  password.input.autocomplete = step === 'sign-up' ? 'new-password' : 'current-password';
  other.hidden = step === 'code' || (step === 'sign-in' && other.hasAttribute('data-off'));
  forgot.hidden = step !== 'sign-in';
}

function firstField({ fields: { email, password, code } }: Elements, step: Step): HTMLInputElement {
  if (step === 'code') return code.input;
  return email.input.value === '' ? email.input : password.input;
}

function answersOf({ email, password, name, code }: Elements['fields']): Answers {
  return {
    email: email.input.value.trim(),
    password: password.input.value,
    name: name.input.value.trim(),
    code: code.input.value.trim(),
  };
}
