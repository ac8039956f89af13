import type { ExtensionEntry } from '@basalt/catalog/extension-entry'
import { Marked } from 'marked'

export const guidesPath = '/guides'
/** The path of the stylesheet of guides. */
export const guideStylePath = '/guides.css'

/** A Markdown file of `docs/guides`, or a text that is made of a catalogue. */
export type Guide = {
  path: string
  title: string
  text: string
  /** The extension that it is about. */
  entry: ExtensionEntry | null
}

/** A guide as a page without scripts. */
export function guidePage({ title, text, entry }: Guide): string {
  const body = markdown.parse(text, { async: false })
  const breadcrumb = `<nav aria-label="Breadcrumb"><a href="${guidesPath}">Guides</a> / <span aria-current="page">${escaped(title)}</span></nav>`
  const facts = entry === null ? '' : listFacts(entry)
  return pageOf(title, `${breadcrumb}\n<article>${body}</article>\n${facts}`)
}

/** The list of guides, or those that a search found. */
export function indexPage(guides: readonly Guide[], search: string): string {
  const isSearched = search.trim() !== ''
  const count = guides.length === 1 ? '1 guide' : `${guides.length} guides`
  const rows = guides.map(
    ({ path, title, entry }) =>
      `<li><a href="${path}">${escaped(title)}</a><span>${escaped(entry?.comment ?? '')}</span></li>`,
  )
  const heading = isSearched ? `Guides with “${escaped(search)}”` : 'Guides'
  const result = rows.length > 0 ? `<ul class="guides">\n${rows.join('\n')}\n</ul>` : nothing
  return pageOf(
    isSearched ? `Search: ${search}` : '',
    `<h1>${heading}</h1>\n<p class="soft">${count} about PostgreSQL extensions and the rules of the advisors.</p>\n${result}`,
    search,
  )
}

const nothing = `<p>No guide matches all of these words. <a href="${guidesPath}">Show all guides</a></p>`

export const missingPage = (): string =>
  pageOf(
    'Not found',
    `<h1>This guide does not exist</h1>\n<p>Search for it above, or <a href="${guidesPath}">show all guides</a>.</p>`,
  )

/** The SQL of the example, which the tests run. */
export const getExample = (text: string): string =>
  [...text.matchAll(/^```sql\n(.*?)^```$/gmsu)].map(([, sql = '']) => sql).join('\n')

function pageOf(title: string, main: string, search = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${title === '' ? '' : `${escaped(title)} · `}Guides · Basalt</title>
<link rel="stylesheet" href="${guideStylePath}">
</head>
<body>
<header>
<a href="/">Basalt</a>
<form role="search" action="${guidesPath}">
<label for="search">Search guides</label>
<input id="search" name="search" type="search" value="${escaped(search)}">
<button>Search</button>
</form>
</header>
<main>
${main}
</main>
<footer><a href="/">Open the dashboard</a></footer>
</body>
</html>
`
}

function listFacts({ tags, link, github_url: source, deprecated }: ExtensionEntry): string {
  const facts = [
    ['Tags', tags.map(escaped).join(', ')],
    ...(link.startsWith('/') ? [] : [['Manual', outside(link)]]),
    ...(source === undefined || source === link ? [] : [['Source code', outside(source)]]),
    ...(deprecated === undefined ? [] : [['Deprecated', `From PostgreSQL ${deprecated[0]} on`]]),
  ]
  const rows = facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`)
  return `<dl>\n${rows.join('\n')}\n</dl>`
}

const outside = (url: string) => `<a href="${escaped(url)}" rel="noreferrer">${escaped(url)}</a>`

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string) =>
  text.replaceAll(/[&<>"']/gu, (character) => entities[character] ?? '')

const markdown = new Marked({
  renderer: {
    /** Long lines are scrolled, with the keyboard too. */
    code: ({ text }) =>
      `<pre tabindex="0" role="region" aria-label="SQL"><code>${escaped(text)}</code></pre>\n`,
  },
})
