import { databaseQuery } from '@basalt/contract/database/query'
import { assistant, type AssistantState } from '@basalt/contract/project/assistant'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { vi } from 'vitest'

import { AssistantButton } from '../app/shell/AssistantButton.tsx'
import { assistantHint } from '../product/assistant/assistant-hint.ts'
import { openAssistant as wantAssistant } from '../product/assistant/assistant-opening.ts'
import { answeredLines } from './answered-lines.ts'
import { acme, type Answers, install, profile, shop } from './answers.ts'
import { browserDatabases } from './browser-databases.ts'
import { database, openPart } from './open-part.tsx'

export const assistantRoute = `/platform/projects/${shop.ref}/assistant`

/** An assistant with schema sharing. */
export const on: AssistantState = {
  model: 'small-model',
  host: 'models.test',
  may: ['AI_SQL_GENERATOR_OPT_IN'],
  off: null,
}

type Options = {
  state?: AssistantState
  answers?: Answers
  url?: string
  without?: string
  capabilities?: typeof install.capabilities
  /** Whether it is open initially. */
  isOpen?: boolean
}

const scope = {
  pathname: '/',
  projectRef: shop.ref,
  project: shop,
  projects: [shop],
  organizations: [acme],
  organization: acme,
  isInOrganization: true,
}

/** The assistant of a project and its button: only the network is fake. */
export function openAssistant({ state = on, answers, isOpen = true, ...options }: Options = {}) {
  const browser = browserDatabases()
  vi.stubGlobal('indexedDB', browser.indexedDB)
  const tools = document.createElement('span')
  tools.id = 'tools'
  document.body.replaceChildren(tools)
  const app = openPart(() => <AssistantButton scope={scope} />, {
    ...options,
    install: {
      ...install,
      capabilities: options.capabilities ?? [...install.capabilities, 'assistant'],
    },
    answers: { [`GET ${assistantRoute}`]: state, ...answers },
  })
  const model = answeredLines(assistant.answer)
  const run = answeredLines(databaseQuery.run)
  const network = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (url === `${assistantRoute}/answers`) return model.answer(url, init)
    return url === `${database}/query` ? run.answer(url, init) : network(url, init)
  })
  if (isOpen) wantAssistant()
  return { ...app, model, run, browser, owner: profile.id, hint: assistantHint(shop.ref) }
}

export const panel = () => screen.findByRole('complementary', { name: 'Assistant' })
export const question = () =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Ask the assistant' })

/** Writes a question and sends it. */
export async function ask(text: string) {
  await userEvent.type(await question(), `${text}{Enter}`)
}

/** Presses a button of the panel. */
export async function press(name: string | RegExp) {
  await userEvent.click(await within(await panel()).findByRole('button', { name }))
}

export const lastAnswer = async () =>
  (await within(await panel()).findAllByRole('article', { name: 'Assistant' })).at(-1)
