import { organizationSettings } from '@basalt/contract/organization/settings'
import { type ModelServer, startModelServer } from '@basalt/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { accessibilityFaults, screens } from './browser.ts'
import { editorJourney } from './editor-journey.ts'
import type { EditorVisit } from './editor-visit.ts'
import { runSql, untilShown } from './steps.ts'

// The assistant of a project, with a local model that follows a script.

let model: ModelServer
let visit: EditorVisit
let page: Page

const faults: string[] = []

const journey = editorJourney({
  email: 'assistant@basalt.test',
  setup: `create table ropes (id int primary key, colour text, metres numeric);
      insert into ropes values (1, 'moss green', 40), (2, 'rust red', 60), (3, 'slate', 70)`,
  settings: async () => {
    model = await startModelServer('a-key-that-nobody-sees')
    return {
      BASALT_AI_BASE_URL: model.url,
      BASALT_AI_MODEL: 'small-model',
      BASALT_AI_API_KEY: 'a-key-that-nobody-sees',
    }
  },
})

beforeAll(async () => {
  ;({ page, visit } = journey())
  await page.goto(`/project/${visit.project.ref}/sql/new`)
  await untilShown(openButton())
})

afterAll(() => model.close())

const panel = () => page.getByRole('complementary', { name: 'Assistant' })
const openButton = () => page.getByRole('button', { name: 'Assistant', exact: true })
const question = () => panel().getByRole('textbox', { name: 'Ask the assistant' })
const press = (name: string) => panel().getByRole('button', { name, exact: true }).click()
const results = () => page.getByRole('region', { name: 'Results' })
const sharedWithModel = () => model.requests.map(({ text }) => text).join('\n')
const isWriting = () => question().evaluate((field) => field === document.activeElement)

const sleepy = "select 'rested' as it from pg_sleep(3)"

async function ask(text: string) {
  await question().fill(text)
  await page.keyboard.press('Enter')
}

test('no data leaves the install before the organization has allowed it', async () => {
  await page.keyboard.press('ControlOrMeta+i')
  await untilShown(panel().getByText('The assistant is not enabled for this organization'))
  faults.push(...(await accessibilityFaults(page)))
  await panel().getByRole('link', { name: 'Change data sharing' }).click()
  await page.getByRole('checkbox', { name: 'Schema' }).click()
  await page.getByRole('checkbox', { name: 'Schema', checked: true }).waitFor()
  expect(model.requests).toEqual([])
  await page.goBack()
  await untilShown(panel().getByText('small-model at', { exact: false }))
})

test('an error of a query becomes a draft question, which its author sends', async () => {
  await page.goto(`/project/${visit.project.ref}/sql/new`)
  await untilShown(panel().getByText('small-model at', { exact: false }))
  await runSql(page, 'select color from ropes order by id;')
  await untilShown(results().getByText('column "color" does not exist'))
  await results().getByRole('button', { name: 'Ask the assistant' }).click()
  await expect.poll(() => question().inputValue()).toContain('Why does this statement fail')
  await untilShown(panel().getByText('select color from ropes order by id', { exact: true }))
  faults.push(...(await accessibilityFaults(page)))
  expect(model.requests).toEqual([])
  model.say({
    text: [
      'The column is called `colour`:\n\n```sql\n',
      'select colour from ropes order by id;\n',
      '```\n\n![never fetched](http://pictures.test/a.png) <img src="http://pictures.test/b.png">',
    ],
    pauseMs: 20,
  })
  await question().press('Enter')
  await untilShown(panel().getByText('never fetched'))
  expect(sharedWithModel()).toContain('ERROR 42703: column \\"color\\" does not exist')
  expect(sharedWithModel()).toContain('metres')
  expect(sharedWithModel()).not.toContain('moss green')
  expect(visit.visitor.foreignRequests).toEqual([])
})

test('a suggestion replaces the statement, and runs only when the user runs it', async () => {
  await press('Insert into editor')
  const editor = page.getByRole('textbox', { name: 'SQL' })
  await expect.poll(() => editor.textContent()).toBe('select colour from ropes order by id;')
  await page.keyboard.press('ControlOrMeta+Shift+Enter')
  await untilShown(results().getByRole('gridcell', { name: 'moss green' }))
  await editor.click()
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => editor.textContent()).toBe('select color from ropes order by id;')
})

test('a proposed query runs when the user allows it, and its rows are not sent to the model', async () => {
  model.say(
    { text: 'Let me look.', calls: [{ name: 'list_tables', input: { schema: 'public' } }] },
    {
      calls: [
        {
          name: 'execute_sql',
          input: { title: 'Ropes by colour', sql: 'select colour, metres from ropes order by id' },
        },
      ],
    },
  )
  await ask('Which rope is the longest?')
  const query = panel().getByRole('region', { name: 'Query: Ropes by colour' })
  await untilShown(query.getByText('The rows stay in this browser', { exact: false }))
  faults.push(...(await accessibilityFaults(page)))
  model.say({ text: 'There are three ropes; their lengths are yours to see.' })
  await query.getByRole('button', { name: 'Run', exact: true }).click()
  await untilShown(query.getByRole('cell', { name: 'moss green' }))
  await untilShown(panel().getByText('There are three ropes', { exact: false }))
  expect(sharedWithModel()).toContain('colour')
  expect(sharedWithModel()).not.toContain('moss green')
  faults.push(...(await accessibilityFaults(page)))
})

test('rows are sent once the organization has allowed it', async () => {
  const { slug } = visit.project
  await visit.owner.client.call(organizationSettings.updateAiOptIn, {
    params: { slug },
    body: { keys: ['AI_SQL_GENERATOR_OPT_IN', 'AI_DATA_GENERATOR_OPT_IN'] },
  })
  await page.reload()
  await untilShown(panel().getByRole('cell', { name: 'moss green' }))
  const sql = "select 'the ' || colour as answer from ropes where id = 2"
  model.say({ calls: [{ name: 'execute_sql', input: { title: 'The second', sql } }] })
  await ask('And the second one?')
  const query = panel().getByRole('region', { name: 'Query: The second' })
  await untilShown(query.getByText('The rows are shared with the assistant.', { exact: false }))
  model.say({ text: 'It is rust red.' })
  await query.getByRole('button', { name: 'Run', exact: true }).click()
  await untilShown(panel().getByText('It is rust red.'))
  expect(sharedWithModel()).toContain('the rust red')
})

test('the database refuses a write that the model was talked into', async () => {
  const sql = 'with removed as (delete from ropes returning *) select count(*) from removed'
  model.say({ calls: [{ name: 'execute_sql', input: { title: 'Count them', sql } }] })
  await ask('How many are there?')
  const query = panel().getByRole('region', { name: 'Query: Count them' })
  await untilShown(query)
  model.say({ text: 'I may only read.' })
  await query.getByRole('button', { name: 'Run', exact: true }).click()
  await untilShown(query.getByText('in a read-only transaction', { exact: false }))
  await untilShown(panel().getByText('I may only read.'))
  expect(await visit.ask('select count(*) from ropes')).toEqual([['3']])
})

test('the user can decline a query', async () => {
  const sql = 'select pg_sleep(600)'
  model.say({ calls: [{ name: 'execute_sql', input: { title: 'Wait', sql } }] })
  await ask('Anything else?')
  const query = panel().getByRole('region', { name: 'Query: Wait' })
  await untilShown(query)
  model.say({ text: 'Then not.' })
  await query.getByRole('button', { name: 'Do not run' }).click()
  await untilShown(query.getByText('Not run.'))
  await untilShown(panel().getByText('Then not.'))
  expect(
    await visit.ask("select from pg_stat_activity where query like 'select pg_sleep%'"),
  ).toEqual([])
})

test('an answer is stopped, or interrupted by a reload, and requested again', async () => {
  const repeat = (word: string) => Array.from({ length: 400 }, (_, at) => `${word}${at} `)
  model.say({ text: repeat('word'), pauseMs: 50 })
  await ask('Tell me a long story')
  await untilShown(panel().getByText('word2', { exact: false }))
  await press('Stop')
  await untilShown(panel().getByText('Stopped.').first())
  expect(await isWriting()).toBe(true)
  await expect.poll(() => model.requests.at(-1)?.isGivenUp).toBe(true)
  model.say({ text: repeat('part'), pauseMs: 50 })
  await press('Ask again')
  await untilShown(panel().getByText('part2', { exact: false }))
  await page.reload()
  // The part that arrived is still shown.
  await untilShown(panel().getByText('part2', { exact: false }))
  model.say({ status: 429, message: 'Too many requests' }, { status: 429, message: 'Too many' })
  await press('Ask again')
  await untilShown(panel().getByRole('alert').getByText('Incomplete answer'))
  faults.push(...(await accessibilityFaults(page)))
  model.say({ text: '' })
  await press('Ask again')
  await untilShown(panel().getByText('The model returned an empty answer. Ask again.'))
  model.say({ text: 'Once upon a time.' })
  await press('Ask again')
  await untilShown(panel().getByText('Once upon a time.'))
  expect(await panel().getByText('part2', { exact: false }).count()).toBe(0)
})

test('a question is withdrawn while it is answered, and restored', async () => {
  const words = Array.from({ length: 400 }, (_, at) => `verse${at} `)
  model.say({ text: words, pauseMs: 50 })
  await ask('Sing a song')
  await untilShown(panel().getByText('verse2', { exact: false }))
  await panel().getByRole('button', { name: 'Edit question' }).last().click()
  await expect.poll(() => question().inputValue()).toBe('Sing a song')
  expect(await isWriting()).toBe(true)
  await panel().getByText('verse2', { exact: false }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await untilShown(panel().getByText('verse2', { exact: false }))
  await untilShown(panel().getByText('Stopped.').first())
  expect(await question().inputValue()).toBe('')
})

test('two chats are answered in parallel', async () => {
  await press('New chat')
  model.say({ calls: [{ name: 'execute_sql', input: { title: 'Slowly', sql: sleepy } }] })
  await ask('How slow is it?')
  await panel().getByRole('button', { name: 'Run', exact: true }).click()
  await press('New chat')
  const words = Array.from({ length: 400 }, (_, at) => `line${at} `)
  model.say({ text: words, pauseMs: 50 })
  await ask('Write a letter')
  await untilShown(panel().getByText('line2', { exact: false }))
  model.say({ text: 'Not very.' })
  await panel().getByRole('button', { name: 'choose a chat' }).click()
  await page.getByRole('menuitemradio', { name: 'How slow is it?' }).click()
  await untilShown(panel().getByRole('cell', { name: 'rested' }))
  await untilShown(panel().getByText('Not very.'))
  await panel().getByRole('button', { name: 'choose a chat' }).click()
  await page.getByRole('menuitemradio', { name: 'Write a letter' }).click()
  await untilShown(panel().getByText('line40', { exact: false }))
  await press('Stop')
  await untilShown(panel().getByText('Stopped.').first())
  expect(await panel().getByText('Not very.').count()).toBe(0)
})

test('chats are stored, chosen, renamed, cleared and deleted, with undo', async () => {
  await press('New chat')
  await untilShown(panel().getByText('How can I help?'))
  await press('Health check')
  await expect.poll(() => question().inputValue()).toContain('missing indexes')
  model.say({ text: 'All is well.' })
  await page.keyboard.press('Enter')
  await untilShown(panel().getByText('All is well.'))
  await panel().getByRole('button', { name: 'choose a chat' }).click()
  await page.getByRole('menuitem', { name: 'Rename this chat' }).click()
  await panel().getByRole('textbox', { name: 'Chat name' }).fill('Health of the ropes')
  await page.keyboard.press('Enter')
  await panel().getByRole('button', { name: 'Health of the ropes: choose a chat' }).click()
  await page.getByRole('menuitemradio', { name: 'Why does this statement fail' }).click()
  await untilShown(panel().getByText('Once upon a time.'))
  await panel().getByRole('button', { name: 'choose a chat' }).click()
  await page.getByRole('menuitemradio', { name: 'Health of the ropes' }).click()
  for (const away of ['Clear this chat', 'Delete this chat']) {
    await panel().getByRole('button', { name: 'choose a chat' }).click()
    await page.getByRole('menuitem', { name: away }).click()
    await panel().getByText('All is well.').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await untilShown(panel().getByText('All is well.'))
  }
})

test('keys and the address open and close the panel', async () => {
  await page.keyboard.press('ControlOrMeta+i')
  await panel().waitFor({ state: 'detached' })
  await page.reload()
  await untilShown(openButton())
  await page.waitForTimeout(500)
  expect(await panel().count()).toBe(0)
  await page.goto(`/project/${visit.project.ref}?aiAssistantPanelOpen=true`)
  await untilShown(panel().getByText('All is well.'))
  await expect.poll(() => page.url()).not.toContain('aiAssistantPanelOpen')
  await page.goto(`/project/${visit.project.ref}?aiAssistantPanelOpen=false`)
  await panel().waitFor({ state: 'detached' })
  await openButton().click()
  await untilShown(panel())
  await expect.poll(isWriting).toBe(true)
})

test('one click opens it after the session expired while it was open', async () => {
  await page.waitForTimeout(700)
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.includes('assistant-open')) localStorage.removeItem(key)
    }
  })
  await page.reload()
  await untilShown(openButton())
  expect(await panel().count()).toBe(0)
  await page.keyboard.press('ControlOrMeta+i')
  await untilShown(panel().getByText('All is well.'))
})

test('it works on a phone', async () => {
  await page.setViewportSize(screens.phone)
  await untilShown(panel().getByText('All is well.'))
  faults.push(...(await accessibilityFaults(page)))
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
    true,
  )
  await press('Close the assistant')
  await panel().waitFor({ state: 'detached' })
  expect(await openButton().evaluate((button) => button === document.activeElement)).toBe(true)
  await page.setViewportSize(screens.desktop)
})

test('signing out removes the chats', async () => {
  await page.goto('/logout')
  await page.getByLabel('Email').first().waitFor()
  const stored = await page.evaluate(async () =>
    (await indexedDB.databases()).some(({ name }) => name === 'basalt-assistant'),
  )
  expect(stored).toBe(false)
  expect(visit.visitor.errors).toEqual([])
  expect(visit.visitor.foreignRequests).toEqual([])
})

test('every part of it is accessible', () => {
  expect(faults).toEqual([])
})
