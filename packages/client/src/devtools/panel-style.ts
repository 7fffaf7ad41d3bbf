export const PANEL_STYLE = `
:host { all: initial; color-scheme: light dark; }
* { box-sizing: border-box; }
button, section {
  position: fixed; z-index: 2147483000; inset-inline-end: .75rem; bottom: .75rem;
  color: light-dark(#1a1c1f, #eceef1); background: light-dark(#ffffff, #1d2025);
  border: 1px solid light-dark(#858d99, #737b87); font: 13px/1.45 system-ui, sans-serif;
}
button { min-height: 2.75rem; padding: .4rem .9rem; border-radius: 99px; font-weight: 600; cursor: pointer; }
section {
  width: min(46rem, calc(100vw - 1.5rem)); height: min(30rem, calc(100dvh - 6rem)); bottom: 4rem;
  overflow: auto; padding: .25rem .9rem .9rem; border-radius: 10px; box-shadow: 0 18px 50px rgb(0 0 0 / 30%);
}
:focus-visible { outline: 2px solid light-dark(#1d5fd1, #8ab4ff); outline-offset: 2px; }
h2 { margin: .9rem 0 .3rem; font-size: 13px; }
p { margin: .2rem 0; color: light-dark(#5a616b, #a5adb8); }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .25rem .6rem .25rem 0; text-align: start; vertical-align: top; overflow-wrap: anywhere; }
th { color: light-dark(#5a616b, #a5adb8); font-weight: 500; white-space: nowrap; overflow-wrap: normal; }
tr + tr > td { border-top: 1px solid light-dark(#e3e6ea, #33383f); }
.bad { color: light-dark(#b3261e, #ffb4ab); }
[hidden] { display: none; }
`;
