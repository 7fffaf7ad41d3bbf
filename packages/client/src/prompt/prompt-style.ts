/** The app's style sheet can set every colour and size: custom properties are inherited by the shadow tree. */
export const PROMPT_STYLE = `
:host { color-scheme: light dark; }
dialog {
  --text: var(--service-prompt-text, light-dark(#1a1c1f, #eceef1));
  --muted: var(--service-prompt-muted, light-dark(#5a616b, #a5adb8));
  --surface: var(--service-prompt-surface, light-dark(#ffffff, #1d2025));
  --border: var(--service-prompt-border, light-dark(#858d99, #737b87));
  --accent: var(--service-prompt-accent, light-dark(#1d5fd1, #8ab4ff));
  --on-accent: var(--service-prompt-on-accent, light-dark(#ffffff, #10203a));
  --danger: var(--service-prompt-danger, light-dark(#b3261e, #ffb4ab));
  --radius: var(--service-prompt-radius, 10px);
  box-sizing: border-box;
  width: min(24rem, calc(100vw - 2rem));
  max-height: calc(100dvh - 2rem);
  overflow: auto;
  padding: 1.5rem;
  border: 1px solid color-mix(in srgb, var(--border) 45%, transparent);
  border-radius: calc(var(--radius) * 1.4);
  background: var(--surface);
  color: var(--text);
  font: 1rem/1.45 var(--service-prompt-font, system-ui, sans-serif);
  box-shadow: 0 24px 60px rgb(0 0 0 / 28%);
}
dialog::backdrop { background: rgb(0 0 0 / 45%); }
h2 { margin: 0 0 .25rem; font-size: 1.35rem; line-height: 1.2; }
p { margin: 0 0 1rem; color: var(--muted); }
form, .fields { display: grid; gap: .9rem; }
label { display: grid; gap: .3rem; font-weight: 600; font-size: .9rem; }
input {
  box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: .5rem .7rem;
  border: 1px solid var(--border); border-radius: var(--radius);
  background: var(--surface); color: var(--text); font: inherit; font-size: 1rem;
}
button {
  min-height: 2.75rem; padding: .5rem 1rem; border: 1px solid var(--border); border-radius: var(--radius);
  background: transparent; color: var(--text); font: inherit; font-weight: 600; cursor: pointer;
}
button[type=submit] { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
button.link { min-height: 2rem; padding: 0; border: 0; color: var(--accent); font-weight: 500; text-align: start; }
button:disabled { opacity: .6; cursor: progress; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.providers { display: grid; gap: .6rem; margin-bottom: 1rem; }
.providers button { overflow-wrap: anywhere; }
.or { display: flex; align-items: center; gap: .8rem; margin: .2rem 0 0; }
.or::before, .or::after { content: ''; flex: 1; border-top: 1px solid color-mix(in srgb, var(--border) 45%, transparent); }
.row { display: flex; gap: .6rem; }
.row button { flex: 1; }
.links { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .3rem 1rem; }
[role=alert]:empty, [role=status]:empty { position: absolute; }
[role=alert]:not(:empty) { margin: 0; color: var(--danger); font-weight: 500; }
[role=status]:not(:empty) { margin: 0; color: var(--text); }
[hidden] { display: none !important; }
`;
