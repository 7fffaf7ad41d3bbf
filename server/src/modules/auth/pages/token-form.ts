import { escapeHtml } from '../../../platform/escape-html.ts';

export function tokenForm(token: string, fields: string, button: string): string {
  return `<form method="post" action="?"><input type="hidden" name="token" value="${escapeHtml(token)}">${fields}<button>${escapeHtml(button)}</button></form>`;
}
