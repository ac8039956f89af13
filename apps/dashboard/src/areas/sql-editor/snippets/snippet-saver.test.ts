import { ApiError } from '@basalt/contract/errors'
import type { Snippet } from '@basalt/contract/project/snippets'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { readDraft } from './draft.ts'
import { type SaverHost, SnippetSaver, type SnippetServer } from './snippet-saver.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const id = '6f2b7a52-35a8-4d0e-9a39-0d9f6a4b7d11'

/** A server that stores one query with all its versions, like the real one. */
function memoryServer(first?: string) {
  const texts: string[] = first === undefined ? [] : [first]
  let isDown = false
  const now = (): Snippet => ({
    id,
    name: 'Untitled query',
    sql: texts.at(-1) ?? '',
    version: texts.length,
    updated_at: '2026-01-01T00:00:00Z',
    visibility: 'private',
    folder_id: null,
    is_favourite: false,
    is_own: true,
    owner: null,
    may_change: true,
  })
  const answer = async <T>(work: () => T): Promise<T> => {
    await Promise.resolve()
    if (isDown) throw new ApiError('network', 'Unable to reach the server')
    return work()
  }
  const server: SnippetServer = {
    create: (text) =>
      answer(() => {
        if (texts.length === 0) texts.push(text)
        return now()
      }),
    update: ({ version, sql }) =>
      answer(() => {
        if (version !== texts.length) throw new ApiError('conflict', 'It has changed')
        if (sql !== texts.at(-1)) texts.push(sql)
        return now()
      }),
    read: () => answer(now),
  }
  return { server, texts, now, setDown: (down: boolean) => (isDown = down) }
}

function memorySetting() {
  let value: string | undefined
  return {
    key: 'draft',
    get: () => value,
    set: (next: string | undefined) => {
      value = next
    },
    remove: () => {
      value = undefined
    },
    subscribe: () => () => undefined,
  }
}

type Page = {
  savesItself?: boolean
  drafts?: ReturnType<typeof memorySetting>
  sent?: ReturnType<typeof memorySetting>
}

/** A page with the query, in a browser with these drafts. */
function open(
  { server, texts, now }: ReturnType<typeof memoryServer>,
  { savesItself = true, drafts = memorySetting(), sent = memorySetting() }: Page = {},
) {
  const [created, replaced] = [vi.fn<SaverHost['onCreated']>(), vi.fn<SaverHost['onReplaced']>()]
  const saver = new SnippetSaver({
    server,
    snippet: texts.length === 0 ? null : now(),
    getDraft: () => drafts,
    sent,
  })
  saver.subscribe(() => undefined)
  saver.connect({ savesItself: () => savesItself, onCreated: created, onReplaced: replaced })
  return { saver, drafts, sent, created, replaced, draft: () => readDraft(drafts)?.text }
}

const rest = () => vi.advanceTimersByTimeAsync(1600)

test('a text without space in the browser is reported as not stored, until it is saved', async () => {
  const stored = memoryServer('select 1')
  stored.setDown(true)
  const drafts = { ...memorySetting(), set: () => undefined }
  const { saver } = open(stored, { drafts })
  saver.change('select 2')
  await vi.advanceTimersByTimeAsync(400)
  expect(saver.get().isOnlyInMemory).toBe(true)
  stored.setDown(false)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(stored.texts.at(-1)).toBe('select 2')
  expect(saver.get().isOnlyInMemory).toBe(false)
})

test('a text that is too large for the server is sent once, and kept here', async () => {
  const stored = memoryServer('select 1')
  const update = vi.fn<SnippetServer['update']>(async () => {
    throw new ApiError('payload_too_large', 'At most 2 MiB can be sent here')
  })
  const { saver, draft } = open({ ...stored, server: { ...stored.server, update } })
  saver.change('select 2')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(update).toHaveBeenCalledTimes(1)
  expect(saver.get().error?.message).toBe('At most 2 MiB can be sent here')
  expect(draft()).toBe('select 2')
})

describe('a typed query', () => {
  test('is in the browser at once and on the server after a pause, once', async () => {
    const stored = memoryServer('select 1')
    const { saver, draft } = open(stored)
    saver.change('select 2')
    saver.change('select 23')
    await vi.advanceTimersByTimeAsync(400)
    expect(draft()).toBe('select 23')
    expect(stored.texts).toEqual(['select 1'])
    await rest()
    expect(stored.texts).toEqual(['select 1', 'select 23'])
    expect(draft()).toBeUndefined()
  })

  test('becomes a snippet with its first save, and reports it', async () => {
    const stored = memoryServer()
    const { saver, created, draft } = open(stored)
    saver.change('select 1')
    await rest()
    expect(stored.texts).toEqual(['select 1'])
    expect(created).toHaveBeenCalledTimes(1)
    expect(draft()).toBeUndefined()
  })

  test('is saved on demand only, when that is chosen', async () => {
    const stored = memoryServer('select 1')
    const { saver, draft } = open(stored, { savesItself: false })
    saver.change('select 2')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(stored.texts).toHaveLength(1)
    expect(draft()).toBe('select 2')
    await saver.save()
    expect(stored.texts).toEqual(['select 1', 'select 2'])
  })

  test('is saved when the page is hidden or left, without waiting', async () => {
    const stored = memoryServer('select 1')
    const { saver } = open(stored)
    saver.change('select 2')
    await saver.flush()
    saver.change('select 3')
    await saver.leave()
    expect(stored.texts).toEqual(['select 1', 'select 2', 'select 3'])
  })

  test('is retried while the server is unavailable, and kept until then', async () => {
    const stored = memoryServer('select 1')
    const { saver, draft } = open(stored)
    stored.setDown(true)
    saver.change('select 2')
    await rest()
    expect(saver.get().error?.message).toBe('Unable to reach the server')
    expect(draft()).toBe('select 2')
    stored.setDown(false)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(saver.get().error).toBeNull()
    expect(stored.texts).toEqual(['select 1', 'select 2'])
  })

  test('whose response was lost does not conflict with itself', async () => {
    const stored = memoryServer('select 1')
    const { saver } = open(stored)
    saver.change('select 2')
    stored.texts.push('select 2')
    await rest()
    expect(saver.get()).toMatchObject({ theirs: null, base: { sql: 'select 2', version: 2 } })
  })
})

describe('a draft', () => {
  test('is restored and saved after a pause', async () => {
    const stored = memoryServer('select 1')
    const first = open(stored, { savesItself: false })
    first.saver.change('select 2')
    await vi.advanceTimersByTimeAsync(400)
    const second = open(stored, { drafts: first.drafts })
    expect(second.saver.get().text).toBe('select 2')
    await rest()
    expect(stored.texts).toEqual(['select 1', 'select 2'])
  })

  test('that was saved although its page was closed is deleted', async () => {
    const stored = memoryServer('select 1')
    const first = open(stored, { savesItself: false })
    first.saver.change('select 2')
    await vi.advanceTimersByTimeAsync(400)
    expect(first.draft()).toBe('select 2')
    stored.texts.push('select 2')
    const second = open(stored, { drafts: first.drafts })
    expect(second.draft()).toBeUndefined()
    expect(second.saver.get().text).toBe('select 2')
  })

  test('continues from a text that was being sent when the page was closed', async () => {
    const stored = memoryServer('select 1')
    const first = open(stored)
    first.saver.change('select 2')
    first.saver.keep()
    const seen = stored.now()
    void first.saver.save()
    expect(first.sent.get()).toBe('select 2')
    const again = memorySetting()
    again.set(first.sent.get())
    const second = open({ ...stored, now: () => seen }, { drafts: first.drafts, sent: again })
    second.saver.change('select 23')
    await rest()
    await rest()
    expect(second.saver.get().theirs).toBeNull()
    expect(stored.texts).toEqual(['select 1', 'select 2', 'select 23'])
    expect([first.sent.get(), again.get()]).toEqual([undefined, undefined])
  })

  test('that was saved after its page was closed is recognised on any page', async () => {
    const stored = memoryServer('select 1')
    const sent = memorySetting()
    sent.set('select 2')
    const { saver } = open(stored, { sent })
    saver.change('select 2, 3')
    stored.texts.push('select 2')
    saver.seen(stored.now())
    expect(saver.get()).toMatchObject({ theirs: null, text: 'select 2, 3' })
    await rest()
    expect(stored.texts).toEqual(['select 1', 'select 2', 'select 2, 3'])
    expect(saver.get()).toMatchObject({ theirs: null, base: { version: 3 } })
  })

  test('that another user has overtaken needs a decision and is never sent', async () => {
    const stored = memoryServer('select 1')
    const first = open(stored, { savesItself: false })
    first.saver.change('mine')
    await vi.advanceTimersByTimeAsync(400)
    stored.texts.push('theirs')
    const { saver } = open(stored, { drafts: first.drafts })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(saver.get()).toMatchObject({ text: 'mine', theirs: { sql: 'theirs' } })
    expect(stored.texts).toEqual(['select 1', 'theirs'])
  })

  test('of a new query without typing here is not saved automatically', async () => {
    const stored = memoryServer()
    const drafts = memorySetting()
    drafts.set('v\ndrop table orders')
    const { saver } = open(stored, { drafts })
    await vi.advanceTimersByTimeAsync(60_000)
    await saver.leave()
    expect(stored.texts).toEqual([])
    expect(readDraft(drafts)?.text).toBe('drop table orders')
  })
})

describe('two texts of one query', () => {
  async function conflict() {
    const stored = memoryServer('select 1')
    const [one, other] = [open(stored), open(stored)]
    one.saver.change('one')
    other.saver.change('other')
    await rest()
    return { kept: stored, one, other }
  }

  test('are both kept until a decision, with any further typing', async () => {
    const { kept: stored, other } = await conflict()
    expect(other.saver.get().theirs?.sql).toBe('one')
    other.saver.change('other, longer')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(stored.texts).toEqual(['select 1', 'one'])
    expect(other.draft()).toBe('other, longer')
  })

  test('are decided for mine, which stores theirs as a version', async () => {
    const { kept: stored, other } = await conflict()
    await other.saver.saveOwn()
    expect(stored.texts).toEqual(['select 1', 'one', 'other'])
    expect(other.saver.get()).toMatchObject({ theirs: null, text: 'other' })
  })

  test('are decided for theirs, which the editor then shows', async () => {
    const { kept: stored, other } = await conflict()
    other.saver.takeTheirs()
    expect(other.replaced).toHaveBeenCalledWith('one')
    expect(other.draft()).toBeUndefined()
    await rest()
    expect(stored.texts).toEqual(['select 1', 'one'])
  })

  test('are one without typing here: the newer text is shown', async () => {
    const stored = memoryServer('select 1')
    const { saver, replaced } = open(stored)
    stored.texts.push('theirs')
    saver.seen(stored.now())
    expect(replaced).toHaveBeenCalledWith('theirs')
    saver.change('mine')
    stored.texts.push('theirs again')
    saver.seen(stored.now())
    expect(saver.get().theirs?.sql).toBe('theirs again')
  })
})

const action = fc.record({
  who: fc.constantFrom(0, 1),
  what: fc.constantFrom('type', 'rest', 'wait', 'mine', 'theirs', 'look', 'down', 'up'),
})

describe('for any actions of two users', () => {
  test('no typed text is lost unless it is discarded', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 40 }), async (actions) => {
        const stored = memoryServer('first')
        const pages = [open(stored), open(stored)]
        let count = 0
        for (const { who, what } of actions) {
          const saver = pages[who]?.saver
          if (what === 'type') saver?.change(`text ${(count += 1)} of ${who}`)
          if (what === 'rest') await rest()
          if (what === 'wait') await vi.advanceTimersByTimeAsync(500)
          if (what === 'mine') await saver?.saveOwn()
          if (what === 'theirs') saver?.takeTheirs()
          if (what === 'look') saver?.seen(stored.now())
          if (what === 'down' || what === 'up') stored.setDown(what === 'down')
        }
        await vi.advanceTimersByTimeAsync(400)
        for (const { saver, draft } of pages) {
          const { text } = saver.get()
          expect([...stored.texts, draft()]).toContain(text)
        }
        stored.setDown(false)
        await vi.advanceTimersByTimeAsync(60_000)
        for (const { saver } of pages) {
          const { text, base, theirs } = saver.get()
          expect(text === base.sql || theirs !== null).toBe(true)
        }
      }),
      { numRuns: 150 },
    )
  })
})
