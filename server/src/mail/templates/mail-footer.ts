import { escapeHtml } from '../../platform/escape-html.ts';
import { rebuildHtml } from './own-html.ts';

export interface FooterValues {
  readonly projectName: string;
  readonly link: string | undefined;
}

/** Plain text cannot hide an address, so an address that it already shows is not repeated. */
export function footerText(text: string, { projectName, link }: FooterValues): string {
  const sentence = link === undefined || text.split(/\s+/).includes(link) ? '' : `${LINK_SENTENCE}\n${link}\n`;
  return `\n-- \n${sender(projectName)}\n${sentence}`;
}

export function footerHtml({ projectName, link }: FooterValues): string {
  const address = link === undefined ? '' : `<br>${LINK_SENTENCE}<br>${escapeHtml(link)}`;
  return `${escapeHtml(sender(projectName))}${address}`;
}

const LINK_SENTENCE = 'The link of this mail leads to:';

function sender(projectName: string): string {
  return `This mail was sent for ${projectName}.`;
}

/** Mail clients cut mails at about 100 KB, so a footer after more HTML than this is also shown above it. */
const LONG_BYTES = 60_000;

/** An owner's HTML with the footer, which no style or structure of that HTML reaches. */
export function pageWithFooter(ownHtml: string, values: FooterValues): string {
  const own = rebuildHtml(ownHtml);
  const footer = `<footer style="${FOOTER_STYLE}">${footerHtml(values)}</footer>`;
  // Rebuilt HTML contains no `section` or `footer`, so it cannot close these.
  return `<!doctype html>
<html lang="en" dir="auto">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title></title>
</head>
<body style="margin:0; padding:0;">
${Buffer.byteLength(own) > LONG_BYTES ? `${footer}\n` : ''}<section style="overflow:hidden;">${own}</section>
${footer}
</body>
</html>
`;
}

const FOOTER_STYLE =
  'display:block; position:relative; z-index:1; clear:both; margin:0; padding:16px; background-color:#ffffff; color:#3f4650; ' +
  "font-family:-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; font-size:13px; line-height:20px; text-align:left; word-break:break-word;";
