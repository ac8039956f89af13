import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'

import { Client } from 'pg'
import { chromium } from 'playwright-core'

import { startInstall, temporaryDataDirectory } from '../install/running-install.mjs'
import { measureDiagrams } from './diagrams.mjs'
import { startFloorPage } from './floor-page.mjs'
import { prepareTeam } from './sql-team.mjs'
import { measure, measurePairs } from './statistics.mjs'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const pairs = 15

/**
 * The database area with 10,000 objects of a kind, its catalogue of extensions, and diagrams.
 *
 * @param {{ executablePath: string }} input
 */
export async function measureDatabase({ executablePath }) {
  const data = temporaryDataDirectory()
  const install = await startInstall(data.path)
  try {
    const team = await prepareTeam(install.url, { size: 1, plan: 'team' })
    await fill(team.databaseUrl)
    const floor = await startFloorPage(team.databaseUrl)
    const browser = await chromium.launch({ executablePath, args })
    try {
      const { owner, project } = team
      const cookies = [...owner.cookies].map(([name, value]) => ({ name, value, url: install.url }))
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      await context.addCookies(cookies)
      const home = `${install.url}/project/${project.ref}/database`
      const lists = await measureLists(team, floor.url)
      const pages = await measurePages(context, home, floor.url)
      return [...lists, ...pages, ...(await measureDiagrams(context, home))]
    } finally {
      await browser.close()
      await floor.stop()
    }
  } finally {
    await install.stop()
    data.remove()
  }
}

/** @param {string} connectionString */
async function fill(connectionString) {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    const script = readFileSync(new URL('database-objects.sql', import.meta.url), 'utf8')
    // One by one, because blocks with a commit and vacuum cannot run among other statements.
    for (const statement of script.split(/^(?=create schema many|do |vacuum)/mu))
      await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * The first page of each list by its route, compared with an endpoint that only runs a statement.
 *
 * @param {Awaited<ReturnType<typeof prepareTeam>>} team
 * @param {string} floorUrl
 */
async function measureLists({ owner, project }, floorUrl) {
  const headers = { 'x-connection-encrypted': project.connectionString }
  const read = (list) => () =>
    owner.call('GET', `/platform/pg-meta/${project.ref}/objects/${list}`, { headers })
  const lines = []
  for (const kind of ['functions', 'indexes', 'policies']) {
    const own = read(kind)
    const floor = async () => (await fetch(`${floorUrl}/list?kind=${kind}`)).json()
    const [{ total }, [[count]]] = [await own(), await floor()]
    if (total !== Number(count)) throw new Error(`The lists have ${total} and ${count} ${kind}`)
    const figures = await measurePairs(
      () => timed(own),
      () => timed(floor),
      pairs,
    )
    lines.push(measure({ name: `10,000 ${kind}: first rows`, unit: 'ms', figures, target: 1.5 }))
  }
  return lines
}

/**
 * Pages in the browser, with the cache of an earlier visit: from the navigation to the first row.
 *
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} home of the database area
 * @param {string} floorUrl
 */
async function measurePages(context, home, floorUrl) {
  const compare = async (path, kind, text) => {
    const own = () => visit(context, `${home}/${path}`, text)
    const floor = () => visit(context, `${floorUrl}/objects?kind=${kind}`, text)
    await own()
    return measurePairs(own, floor, pairs)
  }
  return [
    measure({
      name: '10,000 functions: page to its first row, warm',
      unit: 'ms',
      figures: await compare('functions', 'functions', 'function_1'),
    }),
    measure({
      name: 'Catalogue of extensions: page to its first row, warm',
      unit: 'ms',
      figures: await compare('extensions', 'extensions', 'pg_trgm'),
      target: 1.4,
    }),
  ]
}

/**
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} url
 * @param {string} text of a row
 */
async function visit(context, url, text) {
  const page = await context.newPage()
  await page.addInitScript(noteText, text)
  await page.goto(url, { waitUntil: 'commit' })
  const shown = await page.waitForFunction(() => globalThis.shownMs, undefined, { polling: 50 })
  const ms = Number(await shown.jsonValue())
  await page.close()
  return ms
}

/**
 * Runs in the page before anything else: notes when a text was painted, counted from the start of
 * the navigation.
 *
 * @param {string} text
 */
function noteText(text) {
  const observer = new MutationObserver(() => {
    const main = document.querySelector('main')
    if (!(main?.textContent ?? '').includes(text)) return
    observer.disconnect()
    requestAnimationFrame(() => {
      setTimeout(() => {
        globalThis.shownMs = performance.now()
      })
    })
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}

/** @param {() => Promise<unknown>} work */
async function timed(work) {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}
