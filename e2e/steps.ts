import { organizations } from '@basalt/contract/organization/organizations'
import { projects } from '@basalt/contract/project/projects'
import { type clientWithCookies, waitFor } from '@basalt/testkit'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Waits until a matching element is visible, with the usual timeout of a page. There may be several:
 * a text is also found in charts and lists that load later than the rest of the page.
 */
export const untilShown = (locator: Locator, timeout = 15_000): Promise<void> =>
  locator.filter({ visible: true }).first().waitFor({ state: 'visible', timeout })

/**
 * Clicks a cell of a grid. Moving rows are rendered by other elements, so it is located again when
 * the element shows another row by now.
 */
export async function pressCell(cell: Locator, attempts = 5): Promise<void> {
  try {
    await cell.click({ timeout: attempts > 1 ? 2000 : 15_000 })
  } catch (error) {
    if (attempts === 1) throw error
    await pressCell(cell, attempts - 1)
  }
}

/**
 * Points at a button until its tooltip is visible. A button that is rendered again below a resting
 * pointer gets no further event of it, so the pointer leaves and returns.
 */
export async function hoverUntilShown(button: Locator, tooltip: Locator, attempts = 5) {
  await button.hover()
  try {
    await untilShown(tooltip, attempts > 1 ? 3000 : 15_000)
  } catch (error) {
    if (attempts === 1) throw error
    await button.page().mouse.move(0, 0)
    await hoverUntilShown(button, tooltip, attempts - 1)
  }
}

/** Presses a button until its popover is visible: a page that renders again closes it. */
export async function openPopover(button: Locator, popover: Locator, attempts = 5) {
  await button.click()
  try {
    await untilShown(popover, attempts > 1 ? 3000 : 15_000)
  } catch (error) {
    if (attempts === 1) throw error
    await openPopover(button, popover, attempts - 1)
  }
}

/** Waits until the server has the text of the query in the editor. */
export const untilSaved = (page: Page) =>
  expect.poll(() => page.getByText(/^(?:Changed|Saving)$/u).count()).toBe(0)

/**
 * Replaces the text of the SQL editor and runs all of it with the keyboard.
 *
 * @param answer the button to press when the dashboard asks for a confirmation.
 */
export async function runSql(page: Page, text: string, answer?: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: 'SQL' })
  await editor.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
  // An open completion list would take the following keys.
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+Shift+Enter')
  if (answer === undefined) return
  const dialog = page.getByRole('dialog', { name: /^Review \d+ warnings? before running$/u })
  await dialog.getByRole('button', { name: answer }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Of the owner of each made project. */
export const databasePassword = 'plain-otter-Velvet-41-quarry'

export type MadeProject = { ref: string; slug: string; name: string }

/** An organization with one running project of the person, made through the API. */
export async function createProject(
  person: ReturnType<typeof clientWithCookies>,
): Promise<MadeProject> {
  const { slug } = await person.call(organizations.create, { body: { name: 'Pocket gear' } })
  const { ref, name } = await person.call(projects.create, {
    body: {
      organization_slug: slug,
      name: 'Pocket',
      db_pass: databasePassword,
      region: 'eu-central-1',
    },
  })
  await waitFor(
    async () =>
      (await person.call(projects.detail, { params: { ref } })).status === 'ACTIVE_HEALTHY',
    { what: 'The project is ACTIVE_HEALTHY', timeoutMs: 30_000 },
  )
  return { ref, slug, name }
}

/** Replaces the SQL of a field, once its editor has replaced the plain field. */
export async function writeSql(page: Page, label: string, sql: string): Promise<void> {
  await page.locator(`.cm-content[aria-label="${label}"]`).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(sql)
}
