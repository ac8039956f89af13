// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { refusal, shop } from '../../testing/answers.ts'
import {
  editorField,
  openEditor,
  prepareEditors,
  pressButton,
  shapes,
} from '../../testing/open-editor.tsx'

const database = `/platform/pg-meta/${shop.ref}`

beforeAll(prepareEditors)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('JSON', () => {
  const value = '{"id": 12345678901234567890, "tags": ["a", 1.10], "id": 2}'

  test('that is invalid is not saved, and the error has its position', async () => {
    const { saved, user } = openEditor(shapes.json, { value: '1', typed: '{{"a": 01}' })
    await editorField()
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Line 1, column \d+: /u)
    expect(saved).not.toHaveBeenCalled()
  })

  test('is formatted without a change to any number', async () => {
    openEditor(shapes.json, { value })
    await pressButton('Format')
    expect((await editorField()).value).toBe(
      '{\n  "id": 12345678901234567890,\n  "tags": [\n    "a",\n    1.10\n  ],\n  "id": 2\n}',
    )
  })

  test('is edited as a tree at one position, without changes elsewhere', async () => {
    const { saved, user } = openEditor(shapes.json, { value })
    await pressButton('Parts of cell.tags')
    const item = await screen.findByRole('textbox', { name: 'cell.tags.1' })
    await user.clear(item)
    await user.type(item, '12345678901234567890.5')
    await pressButton('Add to cell.tags')
    await pressButton('Remove cell.tags.0')
    await user.click(await editorField())
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(saved).toHaveBeenCalledExactlyOnceWith(
      '{"id": 12345678901234567890, "tags": [12345678901234567890.5, null], "id": 2}',
      value,
    )
  })

  test('keeps the keyboard focus when a value becomes a list, and when one is removed', async () => {
    const { saved, user } = openEditor(shapes.json, { value: '{"a": 1, "b": 2}' })
    const item = await screen.findByRole('textbox', { name: 'cell.a' })
    await user.clear(item)
    await user.type(item, '[[]')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Parts of cell.a' }))
    await pressButton('Remove cell.b')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(saved).toHaveBeenCalledExactlyOnceWith('{"a": []}', '{"a": 1, "b": 2}')
  })

  test('that is incomplete in the tree stays in its field and out of the text', async () => {
    const { user } = openEditor(shapes.json, { value: '{"a": 1}' })
    const item = await screen.findByRole('textbox', { name: 'cell.a' })
    await user.clear(item)
    await user.type(item, '"x')
    expect(item.getAttribute('aria-invalid')).toBe('true')
    expect((await editorField()).value).toBe('{"a": 1}')
  })
})

describe('an array', () => {
  test('is edited as a list, with NULL items distinct from the word', async () => {
    const { saved, user } = openEditor(shapes.array, { value: '{a,NULL,"NULL"}' })
    await user.type(await screen.findByRole('textbox', { name: 'Item 1' }), ' "b"')
    await pressButton('Item 2 is NULL')
    await pressButton('Move item 3 up')
    await pressButton('Add item')
    await user.click(await editorField())
    await user.keyboard('{Enter}')
    expect(saved).toHaveBeenCalledExactlyOnceWith(
      String.raw`{"a \"b\"","NULL","",""}`,
      '{a,NULL,"NULL"}',
    )
  })

  test('with bounds keeps them', async () => {
    const { user } = openEditor(shapes.array, { value: '[0:1]={a,b}' })
    await user.type(await screen.findByRole('textbox', { name: 'Item 0' }), '{Enter}')
    expect((await editorField()).value).toBe('[0:2]={a,"",b}')
  })

  test('of several dimensions has its parts as texts', async () => {
    openEditor(shapes.array, { value: '{{1,2},{3,4}}' })
    const part = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Item 2' })
    expect(part.value).toBe('{3,4}')
    await pressButton('Remove item 1')
    expect((await editorField()).value).toBe('{{3,4}}')
  })

  test('that is invalid shows its format', async () => {
    openEditor(shapes.array, { value: '{}', typed: 'a' })
    expect(await screen.findByText(/^Write an array with braces/u)).toBeTruthy()
  })
})

describe('a day', () => {
  const answers = {
    [`GET ${database}/clock`]: {
      time_zone: 'Europe/Oslo',
      now: '2026-02-03 04:05:06.789012+01',
      local_now: '2026-02-03 04:05:06.789012',
    },
  }

  test('is chosen in a calendar, and time, microseconds and zone are kept', async () => {
    const value = '2024-02-29 12:00:00.123456+00'
    const { user } = openEditor(shapes.moment, { value, answers })
    expect(await screen.findByText(/Europe\/Oslo/u)).toBeTruthy()
    expect((await screen.findByRole('button', { pressed: true, name: '29' })).tabIndex).toBe(0)
    // The arrow leads from the field into the calendar; a week later is in March.
    await user.click(await editorField())
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect((await editorField()).value).toBe('2024-03-07 12:00:00.123456+00')
    expect(screen.getByText('March 2024')).toBeTruthy()
  })

  test('before Christ and at the end of dates has its calendar month', async () => {
    openEditor(shapes.moment, { value: '0044-03-15 00:00:00+00 BC', answers })
    expect(await screen.findByText('March 44 BC')).toBeTruthy()
    await pressButton('Previous month')
    expect(await screen.findByText('February 44 BC')).toBeTruthy()
    await pressButton('infinity')
    expect((await editorField()).value).toBe('infinity')
  })

  test('is now by the clock of the database', async () => {
    openEditor(shapes.moment, { answers })
    await pressButton('Now')
    expect(await screen.findByDisplayValue('2026-02-03 04:05:06.789012+01')).toBeTruthy()
    cleanup()
    openEditor(shapes.day, { answers })
    await pressButton('Today')
    expect(await screen.findByDisplayValue('2026-02-03')).toBeTruthy()
  })
})

test('a new id is a UUID of its version', async () => {
  openEditor(shapes.uuid)
  await pressButton('Random')
  expect((await editorField()).value).toMatch(
    /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-/u,
  )
  await pressButton('Ordered by time')
  expect((await editorField()).value).toMatch(
    /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-/u,
  )
})

test('a type with a special format shows an example', async () => {
  openEditor(shapes.range, { value: '[1,2)' })
  expect(await screen.findByText('[1,10) or empty')).toBeTruthy()
})

describe('a foreign key', () => {
  const candidates = `GET ${database}/tables/7/candidates`
  const page = {
    label_column: 'name',
    candidates: [
      { value: '1', label: 'Moss' },
      { value: '12', label: 'Fern' },
    ],
    next: null,
  }

  test('is picked from the rows it can reference, by keyboard', async () => {
    const { saved, user } = openEditor(shapes.product, {
      value: '3',
      answers: { [candidates]: page },
    })
    expect(await screen.findByText(/searched by id or name/u)).toBeTruthy()
    await screen.findByRole('button', { name: '12 Fern' })
    await user.click(await editorField())
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(saved).toHaveBeenCalledExactlyOnceWith('12', '3')
  })

  test('is searched by text that was typed before its list was loaded', async () => {
    const { calls } = openEditor(shapes.product, {
      value: '3',
      typed: 'fern',
      answers: { [candidates]: page },
    })
    await screen.findByRole('button', { name: '12 Fern' })
    const requested = calls.filter(({ route }) => route === candidates)
    expect(requested.map(({ query }) => query.get('search'))).toEqual(['fern'])
  })

  test('is searched by the text of its field', async () => {
    const searched = vi.fn<(url: string) => void>()
    const { user } = openEditor(shapes.product, { answers: { [candidates]: page } })
    await screen.findByRole('button', { name: '1 Moss' })
    const send = globalThis.fetch
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
      searched(url)
      return send(url, init)
    })
    await user.type(await editorField(), 'fe')
    await vi.waitFor(() =>
      expect(searched.mock.calls.flat().some((url) => url.includes('search=fe'))).toBe(true),
    )
  })

  test('resolves a name without a message, and saves none of several rows', async () => {
    const { saved, user } = openEditor(shapes.product, { answers: { [candidates]: page } })
    await screen.findByRole('button', { name: '1 Moss' })
    await user.type(await editorField(), 'fe')
    expect(screen.queryByText('Enter a whole number')).toBeNull()
    await user.keyboard('{Enter}')
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Several rows match/u)
    expect(saved).not.toHaveBeenCalled()
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(saved).toHaveBeenCalledExactlyOnceWith('12', null)
  })

  /** Like the server: by a prefix of the value, or a part of the name. */
  const search = (_: unknown, query: URLSearchParams) => {
    const text = query.get('search') ?? ''
    const rows = page.candidates.filter(
      ({ value, label }) => value.startsWith(text) || label.toLowerCase().includes(text),
    )
    return { ...page, candidates: rows }
  }

  test.each([
    ['fe{Enter}', '12', 'down'],
    ['fe{Tab}', '12', 'next'],
    ['1{Enter}', '1', 'down'],
    ['99{Control>}{Enter}{/Control}', '99', 'stay'],
  ])('saves for %s the row %s, and moves on as the key does', async (keys, value, end) => {
    const { saved, closed, user } = openEditor(shapes.product, {
      answers: { [candidates]: search },
    })
    await user.type(await editorField(), keys)
    await vi.waitFor(() => expect(saved).toHaveBeenCalledExactlyOnceWith(value, null))
    await vi.waitFor(() => expect(closed).toHaveBeenCalledExactlyOnceWith(end, true))
  })

  test('saves a row that was typed and confirmed before its list was loaded', async () => {
    const { saved, closed } = openEditor(shapes.product, {
      typed: 'fern',
      ended: 'down',
      answers: { [candidates]: search },
    })
    await vi.waitFor(() => expect(saved).toHaveBeenCalledExactlyOnceWith('12', null))
    expect(closed).toHaveBeenCalledExactlyOnceWith('down', true)
  })

  test('a text that may be a key waits for no answer, and is refused by an existing one', async () => {
    const never = new Promise<object>(() => {})
    const requested = (body: unknown, query: URLSearchParams) =>
      query.get('search') === '7' ? never : search(body, query)
    const { saved, user } = openEditor(shapes.product, { answers: { [candidates]: requested } })
    await user.type(await editorField(), '99')
    await screen.findByText('No rows match “99”')
    await user.keyboard('{Enter}')
    expect((await screen.findByRole('alert')).textContent).toMatch(/^No matching row/u)
    await user.clear(await editorField())
    await user.type(await editorField(), '7{Enter}')
    expect(saved).toHaveBeenCalledExactlyOnceWith('7', null)
  })

  test('reports that a name without a row was not saved, until the text changes', async () => {
    const { saved, user } = openEditor(shapes.product, { answers: { [candidates]: search } })
    await user.type(await editorField(), 'oak{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'No matching row, so nothing was saved. Ctrl+↵ saves it as typed',
    )
    await user.type(await editorField(), '{Backspace}')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(saved).not.toHaveBeenCalled()
  })

  test('waits for the search result, and is cancelled by further typing', async () => {
    const answers = new Map<string, () => void>()
    const slow = (body: unknown, query: URLSearchParams) =>
      new Promise<object>((resolve) => {
        answers.set(query.get('search') ?? '', () => resolve(search(body, query)))
      })
    const { saved, user } = openEditor(shapes.product, { answers: { [candidates]: slow } })
    await user.type(await editorField(), 'fe{Enter}')
    expect(await screen.findByText('Looking for “fe”…')).toBeTruthy()
    await user.keyboard('r')
    await vi.waitFor(() => expect([...answers.keys()]).toContain('fer'))
    for (const answer of answers.values()) answer()
    await screen.findByRole('button', { name: '12 Fern' })
    expect(saved).not.toHaveBeenCalled()
    await user.keyboard('{Enter}')
    await vi.waitFor(() => expect(saved).toHaveBeenCalledExactlyOnceWith('12', null))
  })

  test('opens at the referenced row, also when it is not among the first', async () => {
    const far = (_: unknown, query: URLSearchParams) =>
      query.get('search') === '7777'
        ? { ...page, candidates: [{ value: '7777', label: 'Reed' }] }
        : { ...page, next: '["12"]' }
    const { user } = openEditor(shapes.product, { value: '7777', answers: { [candidates]: far } })
    const current = await screen.findByRole('button', { current: true })
    expect(current.textContent).toBe('7777Reedcurrent')
    await user.click(await editorField())
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(current)
    cleanup()
    const near = openEditor(shapes.product, { value: '12', answers: { [candidates]: page } })
    const shown = await screen.findByRole('button', { current: true })
    await near.user.click(await editorField())
    await near.user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(shown)
    expect(screen.getAllByRole('button', { name: /Fern/u })).toEqual([shown])
  })

  test('shows why its rows cannot be read, and retries', async () => {
    const answer = vi.fn<() => unknown>(() =>
      refusal(403, { kind: 'forbidden', message: 'permission denied for table products' }),
    )
    openEditor(shapes.product, { answers: { [candidates]: answer } })
    expect(await screen.findByText('permission denied for table products')).toBeTruthy()
    answer.mockReturnValue(page)
    await pressButton('Try again')
    expect(await screen.findByRole('button', { name: '1 Moss' })).toBeTruthy()
  })
})

describe('bytes', () => {
  test('are read from a file, exactly', async () => {
    const { saved, user } = openEditor(shapes.bytes)
    const file = new File([new Uint8Array([0, 255, 16, 92])], 'a.bin')
    await user.upload(await screen.findByLabelText('File for cell'), file)
    await vi.waitFor(() =>
      expect(saved).toHaveBeenCalledExactlyOnceWith(String.raw`\x00ff105c`, null),
    )
  })

  test('of a file that is too large are refused with its size', async () => {
    const { saved, user } = openEditor(shapes.bytes)
    const file = new File([new Uint8Array(8 * 1024 * 1024 + 1)], 'big.bin')
    await user.upload(await screen.findByLabelText('File for cell'), file)
    expect((await screen.findByRole('alert')).textContent).toContain('the limit is 8 MB')
    expect(saved).not.toHaveBeenCalled()
  })

  test('too many to be typed are shown by size and prefix', async () => {
    openEditor(shapes.bytes, { value: `\\x${'00ff'.repeat(4096)}` })
    expect(await screen.findByText(/^8 KB: 00 ff 00 ff /u)).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})
