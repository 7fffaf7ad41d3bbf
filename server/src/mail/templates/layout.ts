/** Uses tables and inline styles, because mail clients drop most CSS. Loads no external resources. */
export interface MailPage {
  /** All fields must already be HTML. */
  readonly appName: string;
  readonly title: string;
  /** The preheader, which clients show next to the subject in the list of mails. */
  readonly preview: string;
  readonly body: string;
  readonly footer?: string;
}

const FONT = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

const DARK = `
  @media (prefers-color-scheme: dark) {
    .page { background-color: #16181d !important; }
    .card { background-color: #21242b !important; border-color: #343943 !important; }
    .text, .title { color: #eceef1 !important; }
    .faint { color: #a3abb8 !important; }
    .button { background-color: #eceef1 !important; }
    .button a { color: #16181d !important; border-color: #eceef1 !important; }
  }
  @media (max-width: 480px) { .card-cell { padding: 24px 20px !important; } }`;

export function layOut({ appName, title, preview, body, footer }: MailPage): string {
  return `<!doctype html>
<html lang="en" dir="auto">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${title}</title>
<style>
  :root { color-scheme: light dark; supported-color-schemes: light dark; }${DARK}
</style>
</head>
<body class="page" style="margin:0; padding:0; background-color:#f3f4f6; -webkit-text-size-adjust:100%;">
<div style="display:none; max-height:0; overflow:hidden; mso-hide:all;">${preview}${'&#847;&zwnj;&nbsp;'.repeat(40)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#f3f4f6;">
<tr><td align="center" style="padding:32px 12px;">
<!--[if mso]><table role="presentation" width="520" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px;">
<tr><td class="faint" style="padding:0 4px 16px; font-family:${FONT}; font-size:15px; font-weight:600; color:#5b6472;">${appName}</td></tr>
<tr><td class="card card-cell" style="padding:32px; background-color:#ffffff; border:1px solid #e2e5ea; border-radius:10px;">
<h1 class="title" style="margin:0 0 16px; font-family:${FONT}; font-size:22px; line-height:30px; font-weight:650; color:#14171c;">${title}</h1>
${body}
</td></tr>${footer === undefined ? '' : layOutFooter(footer)}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`;
}

function layOutFooter(html: string): string {
  return `
<tr><td class="faint" style="padding:16px 4px 0; font-family:${FONT}; font-size:13px; line-height:20px; color:#5b6472; word-break:break-word;">${html}</td></tr>`;
}

export function layOutParagraph(html: string): string {
  return `<p class="text" style="margin:0 0 16px; font-family:${FONT}; font-size:16px; line-height:25px; color:#2b303a; word-break:break-word;">${html}</p>`;
}

/** A button that works in Outlook and clients without styles, followed by the address to copy. */
export function layOutButton(label: string, link: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 16px;">
<tr><td class="button" align="center" bgcolor="#14171c" style="border-radius:8px; background-color:#14171c;">
<a href="${link}" target="_blank" rel="noopener" style="display:inline-block; padding:13px 26px; border:1px solid #14171c; border-radius:8px; font-family:${FONT}; font-size:16px; line-height:22px; font-weight:600; color:#ffffff; text-decoration:none;">${label}</a>
</td></tr>
</table>
<p class="faint" style="margin:0 0 20px; font-family:${FONT}; font-size:13px; line-height:20px; color:#5b6472; word-break:break-all;">Or open this address:<br><a class="faint" href="${link}" target="_blank" rel="noopener" style="color:#5b6472;">${link}</a></p>`;
}
