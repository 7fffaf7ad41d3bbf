let known: Promise<ReadonlySet<string>> | undefined;

/** Whether a password is among the tens of thousands that attackers try first. Ignores case, because capitals do not help. */
export async function isCommonPassword(password: string): Promise<boolean> {
  // Loaded when a user first chooses a password: most processes never need the list.
  known ??= loadList();
  return (await known).has(password.toLowerCase());
}

async function loadList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('./common-password-list.ts');
  return new Set(dictionary['passwords-common'].map((password) => String(password).toLowerCase()));
}
