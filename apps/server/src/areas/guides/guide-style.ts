/** Stone and sea as in the dashboard, in the few rules that guides need. */
export const guideStyle = `:root {
  --canvas: #0e1113; --surface: #15191c; --line: #262b2f; --ink: #eef0f1; --soft: #b2b8bc;
  --accent: #5fd0d8; --on-accent: #0e1113;
  color-scheme: dark light;
}
@media (prefers-color-scheme: light) {
  :root {
    --canvas: #f8f9f9; --surface: #fff; --line: #dfe2e4; --ink: #16191c; --soft: #4b5257;
    --accent: #006f7b; --on-accent: #fff;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; padding: 24px 16px 48px; background: var(--canvas); color: var(--ink);
  font: 400 15px/24px 'Inter Variable', ui-sans-serif, system-ui, sans-serif;
}
header, main, footer { max-width: 720px; margin: 0 auto; }
header { display: flex; flex-wrap: wrap; gap: 12px 24px; align-items: center; padding-bottom: 32px; }
header > a { color: var(--ink); font-weight: 600; text-decoration: none; margin-right: auto; }
form { display: flex; flex: 0 1 380px; gap: 8px; align-items: center; }
label { flex: none; color: var(--soft); font-size: 13px; }
input {
  flex: 1; min-width: 0; height: 32px; padding: 0 10px; border: 1px solid var(--line);
  border-radius: 6px; background: var(--surface); color: var(--ink); font: inherit;
}
button {
  height: 32px; padding: 0 12px; border: 0; border-radius: 6px; background: var(--accent);
  color: var(--on-accent); font: inherit; font-size: 13px; font-weight: 500; cursor: pointer;
}
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
nav, .soft { color: var(--soft); font-size: 13px; }
h1 { font-size: 28px; line-height: 36px; margin: 8px 0 16px; letter-spacing: -0.02em; overflow-wrap: anywhere; }
h2 { font-size: 18px; line-height: 28px; margin: 32px 0 8px; }
p { margin: 0 0 12px; overflow-wrap: anywhere; }
code { font: 13px/20px ui-monospace, 'SFMono-Regular', Menlo, Consolas, monospace; }
:not(pre) > code {
  padding: 1px 5px; border: 1px solid var(--line); border-radius: 4px; background: var(--surface);
  overflow-wrap: anywhere;
}
pre {
  margin: 0 0 12px; padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px;
  background: var(--surface); overflow-x: auto; line-height: 20px;
}
article ul { margin: 0; padding-left: 20px; }
article li { margin-bottom: 8px; overflow-wrap: anywhere; }
dl {
  display: grid; grid-template-columns: 110px 1fr; gap: 4px 16px; margin: 32px 0 0; padding: 16px 0 0;
  border-top: 1px solid var(--line); font-size: 13px;
}
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
.guides { list-style: none; margin: 16px 0 0; padding: 0; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); }
.guides li { display: grid; grid-template-columns: 220px 1fr; gap: 2px 16px; padding: 8px 16px; }
.guides li + li { border-top: 1px solid var(--line); }
.guides a { overflow-wrap: anywhere; }
.guides span { color: var(--soft); }
footer { padding-top: 32px; font-size: 13px; }
@media (max-width: 560px) {
  .guides li { grid-template-columns: 1fr; }
  form { flex-basis: 100%; }
}
`
