import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { editorJourney } from './editor-journey.ts'
import type { EditorVisit } from './editor-visit.ts'
import { runSql, untilShown } from './steps.ts'

// PostgreSQL's own grammar checks a query before and after it is run.

let visit: EditorVisit
let page: Page

const journey = editorJourney({
  email: 'grammar@basalt.test',
  setup: 'create table "Pots" (id int primary key)',
})

beforeAll(async () => {
  ;({ page, visit } = journey())
  await page.goto(`/project/${visit.project.ref}/sql/new`)
})

const write = async (text: string) => {
  await page.getByRole('textbox', { name: 'SQL' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
  await page.keyboard.press('Escape')
}

test('a syntax error is marked while it is written', async () => {
  await write('select \'ä😀\';\nselect id fro "Pots" where;\nselect 3')

  const mark = page.locator('.cm-lintRange-error')
  // The editor draws its marks again as it learns more about the text.
  await expect.poll(() => mark.allTextContents()).toEqual(['"Pots"'])
})

test('the page itself may compile no WebAssembly: only the worker that parses queries may', async () => {
  const outcome = page.evaluate(() =>
    WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])),
  )
  await expect(outcome).rejects.toThrow('Content Security Policy')
})

test('corrected text is no longer marked', async () => {
  await write('select id from "Pots"')
  await page.locator('.cm-lintRange-error').waitFor({ state: 'detached' })
  expect(await page.locator('.cm-lintRange-error').count()).toBe(0)
})

test('a psql command shows its alternative, and the query with its result', async () => {
  await runSql(page, String.raw`\dt "Pots"`)

  const results = page.getByRole('region', { name: 'Results' })
  await untilShown(results.getByText(/from pg_class c join pg_namespace/u).first())
  const [line] = await visit.owner
    .listLines(String.raw`\dt "Pots"`)
    .then((lines) => lines.filter(({ type }) => type === 'error'))
  const hint = line?.type === 'error' ? (line.sql?.hint ?? '') : ''
  expect(await visit.ask(hint.slice(hint.indexOf('select ')))).toMatchObject([
    ['public', 'Pots', expect.any(String)],
  ])
})
