export interface Me {
  readonly kind: 'account' | 'admin';
  readonly account: { readonly id: string; readonly email: string; readonly name: string | null } | null;
}

export function accountName({ account }: Me): string {
  return account?.email ?? 'admin';
}
