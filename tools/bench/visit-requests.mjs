import { performance } from 'node:perf_hooks'

import { chromium } from 'playwright-core'

import { measure } from './statistics.mjs'

const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run']
/** A page is idle once it has sent no request for so long; some wait for four seconds. */
const quietMs = 6000

/** The most of a first visit to the table editor; 1 kB is 1000 bytes. */
const limits = { usableRequests: 24, idleRequests: 30, idleBytes: 380_000 }

/** @typedef {{ url: string, sentMs: number, isFromCache: boolean, bytes: number }} VisitRequest */

/**
 * Counts the requests of one visit to the table editor with an empty cache: until the grid accepts
 * input, and until the page sends no more. Bytes on the network, with headers and fonts.
 *
 * @param {{ executablePath: string, url: string, cookies: { name: string, value: string, url:
 *   string }[] }} visit
 */
export async function measureVisitRequests(visit) {
  const { usable, idle } = await visitOnce(visit)
  const line = (name, [value, unit, target]) =>
    measure({ name, unit, figures: { median: value, floor: null }, target })
  const kilobytes = idle.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
  return [
    line('Requests until the grid is usable, cold', [usable.length, '', limits.usableRequests]),
    line('Requests until idle, cold', [idle.length, '', limits.idleRequests]),
    line('Bytes until idle, cold', [kilobytes, 'kB', limits.idleBytes / 1000]),
  ]
}

/** @param {Parameters<typeof measureVisitRequests>[0]} visit */
async function visitOnce({ executablePath, url, cookies }) {
  const browser = await chromium.launch({ executablePath, args })
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.addCookies(cookies)
    const page = await context.newPage()
    await page.addInitScript(noteUsableGrid)
    const requests = await followRequests(page)
    await page.goto(url)
    const usable = await page.waitForFunction(() => globalThis.usableMs)
    const usableMs = Number(await usable.jsonValue())
    await requests.waitUntilQuiet()
    const idle = requests.list()
    return { usable: idle.filter(({ sentMs }) => sentMs <= usableMs), idle }
  } finally {
    await browser.close()
  }
}

/** Runs in the page before anything else: notes when the grid has its first row. */
function noteUsableGrid() {
  const observer = new MutationObserver(() => {
    const grid = document.querySelector('[data-part="layer"]')
    if (!(grid?.textContent ?? '').includes('Reading 1 of')) return
    observer.disconnect()
    globalThis.usableMs = Date.now()
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}

/** @param {import('playwright-core').Page} page */
async function followRequests(page) {
  /** @type {Map<string, VisitRequest>} */
  const requests = new Map()
  let lastMs = performance.now()
  const session = await page.context().newCDPSession(page)
  session.on('Network.requestWillBeSent', ({ requestId, request, wallTime }) => {
    lastMs = performance.now()
    const sentMs = wallTime * 1000
    requests.set(requestId, { url: request.url, sentMs, isFromCache: false, bytes: 0 })
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => {
    const request = requests.get(requestId)
    if (request !== undefined) request.isFromCache = true
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    lastMs = performance.now()
    const request = requests.get(requestId)
    if (request !== undefined) request.bytes = encodedDataLength
  })
  await session.send('Network.enable')
  return {
    list: () =>
      [...requests.values()]
        .filter(({ url, isFromCache }) => url.startsWith('http') && !isFromCache)
        .map((request) => ({ ...request })),
    async waitUntilQuiet() {
      while (performance.now() - lastMs < quietMs) await page.waitForTimeout(quietMs / 10)
    },
  }
}
