import { z } from 'zod/mini'

import { BrowserDatabase } from '../../lib/storage/browser-database.ts'
import { assistantDatabase } from '../../lib/storage/personal-databases.ts'
import { type Setting, setting, text } from '../../lib/storage/storage.ts'
import type { AssistantState } from './assistant-state.ts'

/** Of a project, and whose: the id of a profile, or null where an install has no accounts. */
export type AssistantPlace = { ref: string; owner: string | null }

/** A stored state; each write gets a new stamp. */
export type Stored = { state: AssistantState; stamp: string }

const query = z.object({ id: z.string(), title: z.string(), sql: z.string() })

const result = z.object({
  outcome: z.enum(['done', 'failed', 'declined']),
  row_count: z.nullable(z.int()),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.nullable(z.string()))),
  error: z.nullable(z.string()),
  sqlstate: z.optional(z.string()),
  position: z.optional(z.int()),
})

const message = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  at: z.string(),
  queries: z.array(query),
  results: z.record(z.string(), result),
  state: z.enum(['done', 'under_way', 'stopped', 'failed']),
  failure: z.exactOptional(z.string()),
})

const chat = z.object({
  id: z.string(),
  name: z.string(),
  messages: z.array(message),
  createdAt: z.string(),
  updatedAt: z.string(),
})

const suggestions = z.object({
  title: z.string(),
  prompts: z.array(z.object({ label: z.string(), description: z.string() })),
})

const storedState = z.object({
  projectRef: z.string(),
  open: z.boolean(),
  activeChatId: z.optional(z.string()),
  chats: z
    .record(z.string(), chat)
    .check(z.refine((chats) => Object.entries(chats).every(([id, one]) => one.id === id))),
  initialInput: z.string(),
  sqlSnippets: z.array(z.string()),
  suggestions: z.optional(suggestions),
  tables: z.array(z.object({ schema: z.string(), name: z.string() })),
})

const record = z.object({
  shape: z.literal(1),
  owner: z.nullable(z.string()),
  stamp: z.string(),
  state: storedState,
})

const database = new BrowserDatabase({ name: assistantDatabase, version: 1, stores: ['projects'] })

/**
 * Reads the stored state of the project. Nothing without the expected shape; data of another user
 * is deleted in every project.
 */
export async function readStored(place: AssistantPlace): Promise<Stored | undefined> {
  const found = await database.run('readonly', (stores) => stores('projects').get(place.ref))
  await dropOthers(place.owner)
  return isOthers(found, place.owner) ? undefined : getStored(found, place.ref)
}

/**
 * Stores the result of `choose` for the stored state, in one transaction, so that no other tab
 * interferes. Returns the result, if any. A record of another user is never overwritten.
 */
export async function writeStored(
  { ref, owner }: AssistantPlace,
  choose: (stored: Stored | undefined) => Stored | undefined,
): Promise<Stored | undefined> {
  return database.run('readwrite', async (stores) => {
    const found: unknown = await stores('projects').get(ref)
    if (isOthers(found, owner)) return undefined
    const chosen = choose(getStored(found, ref))
    if (chosen === undefined) return undefined
    await stores('projects').put({ shape: 1, owner, ...chosen }, ref)
    return chosen
  })
}

/**
 * Stores the state without reading it first. A page that is being closed receives no further
 * answers, and an open transaction would be aborted; this one completes before.
 */
export async function putStored({ ref, owner }: AssistantPlace, stored: Stored): Promise<void> {
  await database.run('readwrite', async (stores) => {
    const store = stores('projects')
    const writing = store.put({ shape: 1, owner, ...stored }, ref)
    store.transaction.commit()
    await writing
  })
}

/** The stamp of the stored state, which can be read synchronously. */
export const storedStamp = (ref: string): Setting<string | undefined> =>
  setting<string | undefined>(`assistant-stamp.${ref}`, text, undefined)

/** The state of an older version in local storage. Undefined without its shape. */
export const legacyState = (ref: string): Setting<AssistantState | undefined> =>
  setting<AssistantState | undefined>(
    `assistant.${ref}`,
    (value) => getState(value, ref),
    undefined,
  )

async function dropOthers(owner: string | null): Promise<void> {
  await database.run('readwrite', async (stores) => {
    for (const key of (await stores('projects').getAllKeys()) as string[]) {
      // Read one after the other, because each of them may be large.
      // oxlint-disable-next-line no-await-in-loop
      const found: unknown = await stores('projects').get(key)
      // oxlint-disable-next-line no-await-in-loop
      if (isOthers(found, owner)) await stores('projects').delete(key)
    }
  })
}

const isOthers = (found: unknown, owner: string | null): boolean =>
  typeof found === 'object' && found !== null && 'owner' in found && found.owner !== owner

function getStored(found: unknown, ref: string): Stored | undefined {
  const { data } = record.safeParse(found)
  const state = data && getState(data.state, ref)
  return state && { state, stamp: data.stamp }
}

/** Undefined where it is none, or another project's. */
function getState(value: unknown, ref: string): AssistantState | undefined {
  const { data } = storedState.safeParse(value)
  if (data?.projectRef !== ref) return undefined
  const { activeChatId, suggestions: some } = data
  return { ...data, activeChatId, suggestions: some }
}
