import { regionName } from '@basalt/catalog'
import type { ComponentStatus, Incident, InstallStatus } from '@basalt/contract/status'

/** The path of the page's stylesheet. */
export const statusStylePath = '/status.css'

const staleMs = 3 * 60 * 1000

/**
 * The status as a page that needs no script, no database and no files of the dashboard, so that it
 * works when everything else fails.
 */
export function statusPage(status: InstallStatus, now: Date): string {
  const ongoing = status.incidents.filter(({ resolved_at: end }) => end === null)
  const past = status.incidents.filter(({ resolved_at: end }) => end !== null)
  const { word, tone } = overall(status, ongoing)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>Status · Basalt</title>
<link rel="stylesheet" href="${statusStylePath}">
</head>
<body>
<header><a href="/">Basalt</a></header>
<main>
<h1>Status</h1>
<p class="overall ${tone}">${word}</p>
${section('Ongoing incidents', ongoing.map(incidentArticle))}
<section aria-labelledby="components">
<h2 id="components">Components</h2>
<ul class="components">
${status.components.map(componentRow).join('\n')}
</ul>
<p class="soft">${checkedText(status.checked_at, now)}</p>
</section>
${section('Past two weeks', past.map(incidentArticle), 'No incidents.')}
<section aria-labelledby="clock">
<h2 id="clock">Your computer's clock</h2>
<p>This server's time was ${getTimeFor(now.toISOString())} when the page was made. The dashboard warns when a computer's clock is more than two minutes off: codes of authenticator apps may be refused then, and times are shown wrongly. Let the system set the time by itself, and reload the dashboard.</p>
</section>
</main>
<footer><a href="/">Open the dashboard</a></footer>
</body>
</html>
`
}

type Tone = 'good' | 'warn' | 'bad' | 'none'

function overall({ components }: InstallStatus, ongoing: readonly Incident[]) {
  const system = components.find(({ id }) => id === 'system-database')
  if (system?.status === 'down') {
    return { word: 'The system database is down', tone: 'bad' as const }
  }
  if (
    components.some(({ status }) => status === 'down') ||
    ongoing.some(({ impact }) => impact === 'critical')
  ) {
    return { word: 'Some systems are down', tone: 'bad' as const }
  }
  if (
    components.some(({ status }) => status === 'degraded') ||
    ongoing.some(({ impact }) => impact !== 'none')
  ) {
    return { word: 'Some systems are degraded', tone: 'warn' as const }
  }
  if (components.every(({ status }) => status !== 'unknown')) {
    return { word: 'All systems are operational', tone: 'good' as const }
  }
  return { word: 'The first checks are running', tone: 'none' as const }
}

const words: Record<ComponentStatus, { word: string; tone: Tone }> = {
  operational: { word: 'Operational', tone: 'good' },
  degraded: { word: 'Degraded', tone: 'warn' },
  down: { word: 'Down', tone: 'bad' },
  'not-configured': { word: 'Not configured', tone: 'none' },
  unknown: { word: 'Unknown', tone: 'none' },
}

function componentRow({ name, status, detail }: InstallStatus['components'][number]): string {
  const { word, tone } = words[status]
  return `<li><span>${escaped(name)}${
    detail === null ? '' : `<small>${escaped(detail)}</small>`
  }</span><b class="${tone}">${word}</b></li>`
}

const impactTones: Record<Incident['impact'], Tone> = {
  none: 'none',
  minor: 'warn',
  major: 'warn',
  critical: 'bad',
}

function incidentArticle({ title, impact, regions, updates, resolved_at: end }: Incident): string {
  return `<article class="${end === null ? impactTones[impact] : 'none'}">
<h3>${escaped(title)}</h3>
<p class="soft">Impact: ${impact}${regionsText(regions)}</p>
<ol>
${updates
  .map(
    ({ status, message, at }) =>
      `<li><p><b>${capital(status)}</b> · ${getTimeFor(at)}</p><p>${escaped(message)}</p></li>`,
  )
  .join('\n')}
</ol>
</article>`
}

const regionsText = (regions: readonly string[]) =>
  regions.length === 0 ? '' : ` · Regions: ${escaped(regions.map(regionName).join(', '))}`

/** Empty when there is neither an entry nor a text for that case. */
function section(title: string, entries: readonly string[], none?: string): string {
  if (entries.length === 0 && none === undefined) return ''
  const id = title.toLowerCase().replaceAll(' ', '-')
  return `<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${entries.length === 0 ? `<p class="soft">${none}</p>` : entries.join('\n')}
</section>`
}

function checkedText(checkedAt: string | null, now: Date): string {
  if (checkedAt === null) return 'Not checked yet.'
  const isStale = now.getTime() - Date.parse(checkedAt) > staleMs
  return `Checked ${getTimeFor(checkedAt)}${isStale ? ', and not since' : ''}.`
}

function getTimeFor(at: string): string {
  const [, day, month, year, time] = /^\w+, (\d+) (\w+) (\d+) (\S+)/u.exec(
    new Date(at).toUTCString(),
  ) ?? ['', '', '', '', at]
  return `<time datetime="${escaped(at)}">${day} ${month} ${year}, ${time} UTC</time>`
}

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string) =>
  text.replaceAll(/[&<>"']/gu, (character) => entities[character] ?? '')

/** Stone and sea as in the dashboard, in the few rules that this page needs. */
export const statusStyle = `:root {
  --canvas: #0e1113; --surface: #15191c; --line: #262b2f; --ink: #eef0f1; --soft: #b2b8bc;
  --accent: #5fd0d8; --good: #6fdba4; --warn: #f0c060; --bad: #f58a7c;
  color-scheme: dark light;
}
@media (prefers-color-scheme: light) {
  :root {
    --canvas: #f8f9f9; --surface: #fff; --line: #dfe2e4; --ink: #16191c; --soft: #4b5257;
    --accent: #006f7b; --good: #0b7246; --warn: #8a5a00; --bad: #b3261e;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; padding: 24px 16px 48px; background: var(--canvas); color: var(--ink);
  font: 400 14px/20px 'Inter Variable', ui-sans-serif, system-ui, sans-serif;
}
header, main, footer { max-width: 640px; margin: 0 auto; }
header { font-weight: 600; padding-bottom: 24px; }
footer { padding-top: 32px; }
a { color: var(--accent); }
header a { color: var(--ink); text-decoration: none; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
h1 { font-size: 28px; line-height: 36px; margin: 0 0 16px; letter-spacing: -0.02em; }
h2 { font-size: 16px; line-height: 24px; margin: 32px 0 8px; }
h3 { font-size: 14px; margin: 0; }
p { margin: 0; overflow-wrap: anywhere; white-space: pre-line; }
.soft, small, time { color: var(--soft); }
small { display: block; font-size: 12px; line-height: 16px; }
.soft { font-size: 12px; line-height: 16px; margin-top: 8px; }
.overall {
  padding: 12px 16px; border: 1px solid var(--line); border-left: 4px solid var(--soft);
  border-radius: 8px; background: var(--surface); font-weight: 600;
}
.overall.good { border-left-color: var(--good); }
.overall.warn { border-left-color: var(--warn); }
.overall.bad { border-left-color: var(--bad); }
ul, ol { list-style: none; margin: 0; padding: 0; }
.components { border: 1px solid var(--line); border-radius: 8px; background: var(--surface); }
.components li {
  display: flex; gap: 16px; justify-content: space-between; align-items: center;
  min-height: 48px; padding: 8px 16px;
}
.components li + li { border-top: 1px solid var(--line); }
b { font-weight: 500; white-space: nowrap; }
.components b::before { content: ''; display: inline-block; width: 8px; height: 8px;
  margin-right: 8px; border-radius: 50%; background: currentColor; }
b.good { color: var(--good); }
b.warn { color: var(--warn); }
b.bad { color: var(--bad); }
b.none { color: var(--soft); }
article {
  padding: 12px 16px; border: 1px solid var(--line); border-left: 4px solid var(--soft);
  border-radius: 8px; background: var(--surface);
}
article + article { margin-top: 8px; }
article.warn { border-left-color: var(--warn); }
article.bad { border-left-color: var(--bad); }
article li { margin-top: 12px; }
`
