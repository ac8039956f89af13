import { organizations, projects } from '@basalt/contract'
import { type clientWithCookies, waitFor } from '@basalt/testkit'
import type { Locator, Page } from 'playwright-core'

/** Waits until the element is visible, with the usual patience of a page. */
export const untilShown = (locator: Locator, timeout = 15_000): Promise<void> =>
  locator.waitFor({ state: 'visible', timeout })

/** Replaces what stands in the SQL editor and runs it with the keyboard. */
export async function runSql(page: Page, text: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: 'SQL' })
  await editor.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
  // Completions that typing brought up would take the keys that follow.
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+Enter')
}

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
      db_pass: 'plain-otter-Velvet-41-quarry',
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
