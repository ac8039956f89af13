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

/** Without these Chromium asks the network for things that no page asked for. */
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

export async function openBrowser(): Promise<Browser> {
  const executablePath = inject('chromium')
  if (executablePath === null)
    throw new Error('No Chromium was found; npm test says how to get one')
  return chromium.launch({ executablePath, args: quiet })
}

export type Visitor = {
  page: Page
  context: BrowserContext
  /** Requests to any host but the install's own. */
  foreignRequests: string[]
  /** Errors that the page threw or logged. */
  errors: string[]
}

/** A fresh visitor: no cookie, no stored setting, nothing in the cache. */
export async function openVisitor(
  browser: Browser,
  { url, screen = screens.desktop }: { url: string; screen?: { width: number; height: number } },
): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: url, viewport: screen, locale: 'en-GB' })
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

/** Of a page that was opened beside the visitor's first one, too. */
export function collectErrors(page: Page, errors: string[]): void {
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.text().startsWith(causePrefix)) errors.push(message.text())
  })
}

const causePrefix = 'Caused by: '

/** React tells that a render failed and was done again, and why in the error's cause only. */
function describeCauses(prefix: string) {
  addEventListener('error', ({ error }) => {
    for (let cause: unknown = error?.cause; cause instanceof Error; cause = cause.cause)
      // eslint-disable-next-line no-console -- The test reads it there.
      console.info(`${prefix}${cause.stack ?? cause.message}`)
  })
}

/** What a person may choose; `system` is one of the first two. */
export const everyTheme = ['dark', 'light', 'classic-dark'] as const

const ofColours = ['color-contrast', 'link-in-text-block']

/**
 * Accessibility faults of the page as it is shown, in the dark and the light theme or in
 * those that are named, one line each, with the element.
 */
export async function accessibilityFaults(
  page: Page,
  themes: readonly (typeof everyTheme)[number][] = ['dark', 'light'],
): Promise<string[]> {
  const faults: string[] = []
  for (const theme of themes) {
    const colorScheme = theme === 'light' ? 'light' : 'dark'
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name
    }, theme)
    // A colour that is still on its way to the new theme is neither theme's.
    await page.evaluate(() =>
      Promise.allSettled(document.getAnimations().map(({ finished }) => finished)),
    )
    await settled(page)
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
    // What is no matter of colours is the same in every theme.
    if (theme !== themes[0]) axe.withRules(ofColours)
    const { violations } = await axe.analyze()
    for (const { id, help, nodes } of violations) {
      const places = nodes.map(
        ({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`,
      )
      faults.push(`${theme} ${new URL(page.url()).pathname}: ${id}, ${help}\n${places.join('\n')}`)
    }
  }
  return faults
}

/** Colours fade from one theme into the other; what is between them is nobody's colour. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    // A change of theme begins its transitions in the second frame.
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve))
    })
    const fades = document
      .getAnimations()
      .filter((animation) => animation instanceof CSSTransition)
      .map((animation) => animation.finished)
    await Promise.allSettled(fades)
  })

/** Keeps what the page looked like when a journey failed, below `.cache/journeys`. */
export async function keepScreenshot(page: Page, title: string): Promise<void> {
  const folder = join(import.meta.dirname, '..', '.cache', 'journeys')
  await mkdir(folder, { recursive: true })
  const name = title.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-')
  await page
    .screenshot({ path: join(folder, `${name}.png`), fullPage: true })
    .catch(() => undefined)
}
