// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { notifySessionEnd } from '../../lib/session/session-end.ts'
import { deletePersonalDatabases } from '../../lib/storage/personal-databases.ts'
import { askAssistant, closeAssistant } from '../../product/assistant/assistant-opening.ts'
import { install, refusal } from '../../testing/answers.ts'
import {
  ask,
  assistantRoute,
  on,
  openAssistant,
  panel,
  press,
  question,
} from '../../testing/open-assistant.tsx'
import { hearPageKeys } from '../../testing/page-keys.ts'

hearPageKeys()

afterEach(async () => {
  cleanup()
  notifySessionEnd('sign-out')
  deletePersonalDatabases()
  vi.unstubAllGlobals()
  await vi.dynamicImportSettled()
})

const openButton = () => screen.findByRole('button', { name: 'Assistant' })
const isDeleted = () => waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())

describe('the panel', () => {
  test('is opened and closed by its button, by keys and by its close button', async () => {
    openAssistant({ isOpen: false })
    const button = await openButton()
    expect(button.getAttribute('aria-pressed')).toBe('false')
    await userEvent.click(button)
    await panel()
    await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'))
    await userEvent.keyboard('{Control>}i{/Control}')
    await isDeleted()
    await userEvent.keyboard('{Control>}i{/Control}')
    await press('Close the assistant')
    await isDeleted()
    expect(button.getAttribute('aria-pressed')).toBe('false')
  })

  test('starts with the focus in the question field, and with prompts', async () => {
    openAssistant()
    await waitFor(async () => expect(document.activeElement).toBe(await question()))
    await press('Health check')
    expect((await question()).value).toContain('missing indexes')
    expect(document.activeElement).toBe(await question())
  })

  test('restores the focus to its opener, unless it has moved on', async () => {
    openAssistant()
    await question()
    await press('Close the assistant')
    await isDeleted()
    expect(document.activeElement).toBe(await openButton())
    await userEvent.click(await openButton())
    const elsewhere = document.body.appendChild(document.createElement('input'))
    await waitFor(async () => expect(document.activeElement).toBe(await question()))
    elsewhere.focus()
    await userEvent.keyboard('{Control>}i{/Control}')
    await isDeleted()
    expect(document.activeElement).toBe(elsewhere)
  })

  test('shows the model and the shared data first', async () => {
    openAssistant({
      state: { ...on, may: ['AI_SQL_GENERATOR_OPT_IN', 'AI_DATA_GENERATOR_OPT_IN'] },
    })
    const words =
      'Answers come from small-model at models.test. Shared with it: your questions and your table names and rows of queries that you run for it.'
    expect(await screen.findByText(words, { exact: false })).toBeTruthy()
  })

  test('stores for the frame whether it is open', async () => {
    const { hint } = openAssistant()
    await panel()
    await waitFor(() => expect(hint.get()).toBe(true))
    act(() => closeAssistant())
    await isDeleted()
    expect(hint.get()).toBe(false)
  })

  test('is independent of other tabs', async () => {
    const { hint } = openAssistant()
    await panel()
    await waitFor(() => expect(localStorage.getItem(hint.key)).toBe('true'))
    localStorage.setItem(hint.key, 'false')
    act(() => void globalThis.dispatchEvent(new StorageEvent('storage', { key: hint.key })))
    await panel()
    expect((await openButton()).getAttribute('aria-pressed')).toBe('true')
  })

  test.each([
    ['true', 1],
    ['false', 0],
  ])('opens for an address that says %s, once', async (requested, count) => {
    const { address } = openAssistant({
      isOpen: false,
      url: `/?aiAssistantPanelOpen=${requested}&a=b`,
    })
    await waitFor(() => expect(address()).toBe('/?a=b'))
    await vi.dynamicImportSettled()
    await waitFor(() => expect(screen.queryAllByRole('complementary')).toHaveLength(count))
  })

  test('closes at sign-out', async () => {
    const { model } = openAssistant()
    await ask('Hello')
    await waitFor(() => expect(model.requested).toHaveLength(1))
    act(() => notifySessionEnd('sign-out'))
    await isDeleted()
    expect(model.requested[0]?.isAborted).toBe(true)
  })
})

describe('an unavailable assistant', () => {
  test('without a model shows settings to copy, and sends no request', async () => {
    const { calls } = openAssistant({ capabilities: install.capabilities })
    expect(await screen.findByText('No AI model configured')).toBeTruthy()
    expect(screen.getByText(/BASALT_AI_BASE_URL=/u)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Copy the settings' })).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(calls.map(({ route }) => route)).not.toContain(`GET ${assistantRoute}`)
  })

  test('that is not enabled links to the setting', async () => {
    openAssistant({ state: { ...on, may: [], off: 'not_chosen' } })
    expect(
      await screen.findByText('The assistant is not enabled for this organization'),
    ).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Change data sharing' })
    expect(link.getAttribute('href')).toBe('/org/acme/general')
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test('that the operator switched off says so on installs without organizations', async () => {
    openAssistant({
      capabilities: ['assistant'],
      state: { ...on, may: [], off: 'not_chosen' },
    })
    expect(await screen.findByText(/BASALT_DISABLED_FEATURES/u)).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })

  test('reports the reached spend cap', async () => {
    openAssistant({ state: { ...on, off: 'spend_cap' } })
    expect(await screen.findByText('The assistant is switched off')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Spend cap' }).getAttribute('href')).toBe(
      '/org/acme/billing',
    )
  })

  test('that cannot be reached is retried', async () => {
    let isDown = true
    const said = () => (isDown ? refusal(403, { kind: 'forbidden', message: 'Not you' }) : on)
    openAssistant({ answers: { [`GET ${assistantRoute}`]: said } })
    expect(await screen.findByText('The assistant could not be reached')).toBeTruthy()
    isDown = false
    await press(/try again/iu)
    expect(await question()).toBeTruthy()
  })
})

describe('a question from another page', () => {
  const report = 'PostgreSQL rejects this statement:\n\n```sql\nselect color\n```\n\nERROR'
  const wants = () =>
    act(() => askAssistant({ text: 'Why does this fail?', sqlSnippets: [report] }))

  test('opens the panel, and is sent by the user only', async () => {
    const { model } = openAssistant({ isOpen: false })
    await openButton()
    wants()
    expect((await question()).value).toBe('Why does this fail?')
    expect(await screen.findByText('select color')).toBeTruthy()
    expect(model.requested).toHaveLength(0)
    await waitFor(async () => expect(document.activeElement).toBe(await question()))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(model.requested).toHaveLength(1))
    expect(model.requested[0]?.body).toEqual({
      messages: [{ role: 'user', text: `Why does this fail?\n\n${report}` }],
    })
    model.send({ type: 'end', reason: 'answered' })
  })

  test('keeps text that the user has started to write', async () => {
    openAssistant()
    await userEvent.type(await question(), 'And what of')
    wants()
    expect(await screen.findByText('select color')).toBeTruthy()
    expect((await question()).value).toBe('And what of')
  })

  test('sends only attachments that are not removed', async () => {
    const { model } = openAssistant()
    await question()
    wants()
    await press('Remove attachment')
    expect(screen.queryByText('select color')).toBeNull()
    await userEvent.type(await question(), '{Enter}')
    await waitFor(() => expect(model.requested).toHaveLength(1))
    expect(JSON.stringify(model.requested[0]?.body)).not.toContain('color')
    model.send({ type: 'end', reason: 'answered' })
  })

  test('starts a new chat when the last one has another subject', async () => {
    const { model } = openAssistant()
    await ask('Hello')
    await waitFor(() => expect(model.requested).toHaveLength(1))
    model.send({ type: 'text', text: 'Hello!' }, { type: 'end', reason: 'answered' })
    await screen.findByText('Hello!')
    wants()
    await waitFor(() => expect(screen.queryByText('Hello!')).toBeNull())
    expect((await question()).value).toBe('Why does this fail?')
    await press(/choose a chat/u)
    const chats = await screen.findAllByRole('menuitemradio')
    expect(chats.map(({ textContent }) => textContent)).toEqual(['New chat', 'Hello'])
  })
})

test('the button starts a new chat only when the last one is not empty', async () => {
  openAssistant()
  await question()
  await press('New chat')
  await press('New chat')
  await press(/choose a chat/u)
  const menu = within(await screen.findByRole('menu'))
  expect(menu.getAllByRole('menuitemradio')).toHaveLength(1)
})

test('unsent text survives closing the panel', async () => {
  openAssistant()
  await userEvent.type(await question(), 'Half a qu')
  await press('Close the assistant')
  await isDeleted()
  await userEvent.click(await openButton())
  expect((await question()).value).toBe('Half a qu')
})
