let known: Promise<ReadonlySet<string>> | undefined;

/** Whether a password is among the tens of thousands that are tried first. Capitals make none of them better. */
export async function isCommonPassword(password: string): Promise<boolean> {
  // Loaded when somebody first chooses a password: most processes that start never need the list.
  known ??= loadList();
  return (await known).has(password.toLowerCase());
}

async function loadList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('./common-password-list.ts');
  return new Set(dictionary['passwords-common'].map((password) => String(password).toLowerCase()));
}
