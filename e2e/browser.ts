import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    chromium: string | null
  }
}

/** Without these Chromium sends requests that no page caused. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const screens = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 375, height: 720 },
}

let launched: Browser | undefined

/** The browser of this worker, which is launched once: a file ends its visits, not the browser. */
export async function openBrowser(): Promise<Browser> {
  if (launched?.isConnected() === true) return launched
  const executablePath = inject('chromium')
  if (executablePath === null)
    throw new Error('No Chromium was found; npm test says how to get one')
  launched = await chromium.launch({ executablePath, args: quiet })
  return launched
}

/** Ends every visit of a file. A worker runs one file at a time, so no other one has any. */
export async function endVisits(): Promise<void> {
  for (const context of launched?.contexts() ?? []) await context.close()
}

export type Visitor = {
  page: Page
  context: BrowserContext
  /** Requests to any host but the install's own. */
  foreignRequests: string[]
  /** Errors that the page threw or logged. */
  errors: string[]
}

/** A new visitor: no cookie, no stored setting, an empty cache. */
export async function openVisitor(
  browser: Browser,
  { url, screen = screens.desktop }: { url: string; screen?: { width: number; height: number } },
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: screen,
    locale: 'en-GB',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(15_000)
  await context.addInitScript(describeCauses, causePrefix)
  const page = await context.newPage()
  const foreignRequests: string[] = []
  const errors: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== url && /^(?:https?|wss?):$/u.test(protocol)) foreignRequests.push(request.url())
  })
  collectErrors(page, errors)
  return { page, context, foreignRequests, errors }
}

/** Also of further pages that the visitor opens. */
export function collectErrors(page: Page, errors: string[]): void {
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.text().startsWith(causePrefix)) errors.push(message.text())
  })
}

const causePrefix = 'Caused by: '

/**
 * React reports that a render failed and was retried, with the reason only in the error's cause.
 */
function describeCauses(prefix: string) {
  addEventListener('error', ({ error }) => {
    for (let cause: unknown = error?.cause; cause instanceof Error; cause = cause.cause)
      // eslint-disable-next-line no-console -- The test reads it there.
      console.info(`${prefix}${cause.stack ?? cause.message}`)
  })
}

/** Themes that a user may choose; `system` is one of the first two. */
const themes = ['dark', 'light', 'classic-dark'] as const

/** Pages that were examined in this worker, by their content. */
const inspected = new Set<string>()

/**
 * Accessibility faults of the page as it is shown, one line each, with the element. A page that
 * has the same parts as an earlier one is not examined again, and each is examined in one theme:
 * a unit test measures the contrast of the colours in all of them.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const view = await page.evaluate(describeView)
  if (inspected.has(view)) return []
  const theme = themes[inspected.size % themes.length] ?? 'dark'
  inspected.add(view)
  await showTheme(page, theme)
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.map(
      ({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`,
    )
    return `${theme} ${new URL(page.url()).pathname}: ${id}, ${help}\n${places.join('\n')}`
  })
}

/** The path without its ids, and the dialogs, regions, forms and notes that are shown. */
function describeView(): string {
  const path = location.pathname.replaceAll(/[\da-f]{8}-[\da-f-]{27}|[a-z]{20}|\d+/gu, '*')
  const parts = document.querySelectorAll(
    'dialog, form, aside, footer, h1, h2, [role=dialog], [role=alertdialog], [role=alert], ' +
      '[role=region], [role=complementary], [role=menu], [role=listbox], [role=tooltip], ' +
      '[role=tree], [role=grid], [role=textbox], [role=combobox], [role=status], [aria-invalid=true], ' +
      'section[aria-label], table, input, select, textarea, svg',
  )
  const shown = [...parts].map(
    (part) => `${part.localName} ${part.role ?? ''} ${part.getAttribute('type') ?? ''}`,
  )
  return [path.replace(/^\/org\/[^/]+/u, '/org/*'), ...new Set(shown)].join('\n')
}

async function showTheme(page: Page, theme: (typeof themes)[number]): Promise<void> {
  const colorScheme = theme === 'light' ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.evaluate((name) => {
    document.documentElement.dataset['theme'] = name
  }, theme)
  // A colour in transition belongs to neither theme.
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map(({ finished }) => finished)),
  )
  await settled(page)
}

/** Colours fade from one theme into the other; those in between are not checked. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    // A change of theme starts its transitions in the second frame.
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve))
    })
    const fades = document
      .getAnimations()
      .filter((animation) => animation instanceof CSSTransition)
      .map((animation) => animation.finished)
    await Promise.allSettled(fades)
  })

/** Stores a screenshot when a journey failed, below `.cache/journeys`. */
export async function keepScreenshot(page: Page, title: string): Promise<void> {
  const folder = join(import.meta.dirname, '..', '.cache', 'journeys')
  await mkdir(folder, { recursive: true })
  const name = title.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-')
  await page
    .screenshot({ path: join(folder, `${name}.png`), fullPage: true })
    .catch(() => undefined)
}
