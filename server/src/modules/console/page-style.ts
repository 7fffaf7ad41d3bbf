/** Follows the system's light or dark, fits 320 px and more, and shows where the keyboard is. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --paper: #f6f8fa; --card: #fff; --line: #d0d7de;
  --accent: #0b5cad; --on-accent: #fff; --bad: #b42318; --ring: #0b5cad; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9aa4af; --paper: #0d1117; --card: #161b22;
  --line: #30363d; --accent: #6cb6ff; --on-accent: #0d1117; --bad: #ff8f85; --ring: #6cb6ff; } }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header { display: flex; gap: 1rem; align-items: center; justify-content: space-between; padding: .75rem 1rem;
  background: var(--card); border-bottom: 1px solid var(--line); min-height: 3.75rem; }
header strong { font-size: 1.05rem; }
.who { display: flex; gap: .75rem; align-items: center; min-width: 0; color: var(--soft); }
.who span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
.narrow { max-width: 24rem; margin: 0 auto; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.1rem; margin: 0; overflow-wrap: anywhere; }
p { margin: 0 0 1rem; color: var(--soft); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1.25rem; margin: 0 0 1rem; }
label { display: block; font-weight: 600; margin: 0 0 .25rem; }
input { width: 100%; font: inherit; font-weight: 400; color: inherit; background: var(--paper); border: 1px solid var(--line);
  border-radius: 6px; padding: .55rem .7rem; margin: 0 0 1rem; }
button { font: inherit; font-weight: 600; border-radius: 6px; border: 1px solid var(--line); background: var(--card);
  color: var(--ink); padding: .5rem .9rem; cursor: pointer; white-space: nowrap; }
button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button:disabled { opacity: .6; cursor: progress; }
:focus-visible { outline: 3px solid var(--ring); outline-offset: 2px; }
.bad { color: var(--bad); font-weight: 600; margin: 0 0 1rem; }
.row { display: flex; gap: .5rem; align-items: flex-start; }
.row input { margin: 0; }
dl { margin: .75rem 0 0; display: grid; gap: .6rem; }
dt { color: var(--soft); font-size: .875rem; }
dd { margin: 0; display: flex; gap: .5rem; align-items: flex-start; }
code { flex: 1; min-width: 0; overflow-wrap: anywhere; background: var(--paper); border: 1px solid var(--line);
  border-radius: 6px; padding: .45rem .6rem; font: .85rem/1.5 ui-monospace, monospace; }
.small { font-size: .875rem; padding: .35rem .6rem; }
ul { list-style: none; margin: 0 0 1.5rem; padding: 0; }
`;
