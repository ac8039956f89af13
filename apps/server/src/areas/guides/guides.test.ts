import { advisorGuide, advisorRules } from '@basalt/catalog/advisor-rules'
import { extensionGuide, extensions } from '@basalt/catalog/extensions'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestInstall, type TestInstall } from '../../testing/test-install.ts'
import { getExample, type Guide } from './guide-page.ts'
import { guideStyle } from './guide-style.ts'
import { readGuides } from './guides.ts'
import { guidesFolder } from './testing/guides-folder.ts'

let install: TestInstall
let guides: Guide[]
beforeAll(async () => {
  install = await startTestInstall()
  guides = readGuides(guidesFolder)
})
afterAll(() => install.close())

const open = async (path: string) => {
  const answer = await fetch(`${install.url}${path}`)
  return { answer, html: await answer.text() }
}

test.each(extensions)('$name has a guide of at most 30 kB with its own title', async ({ name }) => {
  const { answer, html } = await open(extensionGuide(name))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(html).toContain(`<title>${name} · Guides · Basalt</title>`)
  expect(html.match(/<h1/gu)).toHaveLength(1)
  expect(html).toMatch(/<h2>Enable it<\/h2>[^]*<h2>Example<\/h2>[^]*<h2>Notes<\/h2>/u)
  expect(html).not.toMatch(/<script|<style| style=| on\w+=/u)
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(30_000)
})

test('every guide of an extension has one block of SQL', () => {
  const ofExtensions = guides.filter(({ entry }) => entry !== null)
  expect(ofExtensions.map(({ path }) => path).toSorted()).toEqual(
    extensions.map(({ name }) => extensionGuide(name)).toSorted(),
  )
  expect(guides.filter(({ entry }) => entry === null).map(({ path }) => path)).toEqual([
    '/guides/scrape-with-prometheus',
  ])
  const withoutExample = ofExtensions.filter(
    ({ text }) => getExample(text).trim() === '' || text.split('```').length !== 3,
  )
  expect(withoutExample).toEqual([])
})

test('links between guides lead to guides', () => {
  const paths = new Set(guides.map(({ path }) => path))
  const links = guides.flatMap(({ text }) =>
    [...text.matchAll(/\]\((?<to>[^)]+)\)/gu)].map(({ groups }) => groups?.['to'] ?? ''),
  )
  expect(links.length).toBeGreaterThan(10)
  expect(links.filter((link) => !paths.has(link))).toEqual([])
})

test.each(advisorRules)('the rule $name has a section of a guide', async (rule) => {
  const [path = '', anchor] = advisorGuide(rule).split('#')
  const { answer, html } = await open(path)
  expect(answer.status).toBe(200)
  expect(html).toContain(`<h2 id="${anchor}">${rule.title}</h2>`)
  expect(html).toContain('<strong>Remedy.</strong>')
})

test('the index lists every guide, also with a slash at its end', async () => {
  for (const path of ['/guides', '/guides/']) {
    const { html } = await open(path)
    for (const guide of guides) expect(html).toContain(`<a href="${guide.path}">`)
  }
})

test('a search finds other names first, then guides that mention the words', async () => {
  const { html } = await open('/guides?search=Embeddings')
  expect(html).toContain('<a href="/guides/database/extensions/pgvector">vector</a>')
  expect(html).toContain('value="Embeddings"')
  const cube = html.indexOf('extensions/cube')
  expect(cube).toBeGreaterThan(html.indexOf('extensions/pgvector'))
  expect(html).not.toContain('extensions/pgjwt')
})

test('a search without a result says so, and its words stay text', async () => {
  const { html } = await open(`/guides?search=${encodeURIComponent('"><script>x')}`)
  expect(html).toContain('No guide matches all of these words')
  expect(html).not.toContain('<script')
})

test.each([
  '/guides/database/extensions/nothing',
  '/guides/../../package.json',
  '/guides/%2e%2e/x',
])('an unknown guide is a page with status 404: %s', async (path) => {
  const answer = await fetch(`${install.url}/guides/${path.slice('/guides/'.length)}`)
  expect(answer.status).toBe(404)
})

test('the page of an unknown guide offers the search', async () => {
  const { html } = await open('/guides/database/extensions/nothing')
  expect(html).toContain('This guide does not exist')
  expect(html).toContain('<form role="search"')
})

test('the stylesheet follows the theme of the system', async () => {
  const { answer, html } = await open('/guides.css')
  expect(answer.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(html).toBe(guideStyle)
  expect(html).toContain('@media (prefers-color-scheme: light)')
})
