import { afterAll, beforeAll, expect, test } from 'vitest'

import { signUpOwner, startTestInstall, type TestInstall } from '../testing/test-install.ts'
import { verifyAudit } from './audit-command.ts'

let install: TestInstall

beforeAll(async () => {
  install = await startTestInstall()
})
afterAll(() => install.close())

async function verify() {
  const lines: string[] = []
  const isWhole = await verifyAudit(install.store, (line) => lines.push(line))
  return { isWhole, lines }
}

test('every chain has a line, and the result covers all of them', async () => {
  const { organization } = await signUpOwner(install)
  const chain = `organization:${organization.id}`
  const found = await verify()
  expect(found.isWhole).toBe(true)
  expect(found.lines).toContainEqual(
    expect.stringMatching(
      new RegExp(`^ok +${chain} \\(${organization.slug}\\): 1 rows from 1,`, 'u'),
    ),
  )
  expect(found.lines.at(-1)).toMatch(/^All \d+ chains of the audit log are whole\.$/u)

  await install.store.deleteFrom('audit_log').where('chain', '=', chain).execute()
  const after = await verify()
  expect(after.isWhole).toBe(false)
  expect(after.lines).toContain(
    `broken  ${chain} (${organization.slug}): at number 1. This entry is missing.`,
  )
  expect(after.lines.at(-1)).toMatch(/^1 of \d+ chains of the audit log are broken\.$/u)
})
