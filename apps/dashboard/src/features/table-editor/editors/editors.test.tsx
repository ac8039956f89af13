// @vitest-environment jsdom
import type { Column, TableDetail } from '@basalt/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { AccessContext } from '../../../lib/access.tsx'
import { queryClient } from '../../../lib/query-client.ts'
import {
  type Answers,
  fakeNetwork,
  refusal,
  rulesFor,
  shop,
  signedIn,
} from '../../../testing/answers.ts'
import { preloadEditor, RowCellEditor } from './RowCellEditor.tsx'

configure({ asyncUtilTimeout: 5000 })

const column = (data_type: string, kind: Column['kind'], more: Partial<Column> = {}): Column => ({
  name: 'cell',
  data_type,
  kind,
  is_nullable: true,
  is_identity: false,
  is_generated: false,
  is_primary_key: false,
  default_value: null,
  enum_values: [],
  comment: null,
  references: null,
  ...more,
})

const shapes = {
  text: column('text', 'text'),
  integer: column('integer', 'number'),
  numeric: column('numeric', 'number'),
  boolean: column('boolean', 'boolean'),
  mood: column('mood', 'enum', { enum_values: ['calm', 'busy', ''] }),
  json: column('jsonb', 'json'),
  array: column('text[]', 'array'),
  moment: column('timestamp with time zone', 'time'),
  day: column('date', 'time'),
  uuid: column('uuid', 'uuid'),
  bytes: column('bytea', 'binary'),
  range: column('int4range', 'other'),
  product: column('bigint', 'number', {
    references: { table_id: 7, schema: 'public', table: 'products', column: 'id' },
  }),
}

const database = `/platform/pg-meta/${shop.ref}`
const cellRoute = `GET ${database}/tables/42/cell`

beforeAll(async () => {
  // The checks come before they are needed, as the grid fetches them with the active cell.
  for (const shape of Object.values(shapes)) preloadEditor(shape, true)
  await import('./CellTool.tsx')
  await import('./value-checks.ts')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type Opened = {
  value?: string | null
  typed?: string
  isCut?: boolean
  answers?: Answers
  isDefaultable?: boolean
}

/** Opens the editor of a cell, as the grid does. */
function edit(shape: Column, { value = null, typed, answers = {}, ...opened }: Opened = {}) {
  queryClient.clear()
  const calls = fakeNetwork(signedIn(answers))
  const saved = vi.fn<(value: string | null, previous: string | null) => void>()
  const closed = vi.fn<(end: string) => void>()
  const toDefault = vi.fn<() => void>()
  const table: TableDetail = {
    id: 42,
    schema: 'public',
    name: 'things',
    kind: 'table',
    rls_enabled: false,
    row_estimate: 1,
    comment: null,
    key: ['id'],
    columns: [shape],
  }
  const access = { rules: rulesFor('Owner'), organizationSlug: 'acme', projectRef: shop.ref }
  render(
    <AccessContext value={access}>
      <QueryClientProvider client={queryClient}>
        <RowCellEditor
          projectRef={shop.ref}
          table={table}
          column={shape}
          edit={{ row: 0, column: 0, typed, close: closed }}
          value={value}
          isCut={opened.isCut === true}
          rowKey={['1']}
          onSave={saved}
          onDefault={opened.isDefaultable === true ? toDefault : undefined}
        />
      </QueryClientProvider>
    </AccessContext>,
  )
  return { saved, closed, toDefault, calls, user: userEvent.setup() }
}

const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^cell, / })
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

describe('NULL, an empty text and the default', () => {
  test('are three things: a NULL that is left alone stays NULL', async () => {
    const { saved, closed, user } = edit(shapes.text)
    expect((await field()).placeholder).toBe('NULL')
    await user.keyboard('{Enter}')
    expect(closed).toHaveBeenCalledWith('down', false)
    expect(saved).not.toHaveBeenCalled()
  })

  test('an empty text is what is left after clearing', async () => {
    const { saved, user } = edit(shapes.text, { value: 'moss' })
    await user.clear(await field())
    expect((await field()).placeholder).toBe('EMPTY')
    await user.keyboard('{Enter}')
    expect(saved).toHaveBeenCalledExactlyOnceWith('', 'moss')
  })

  test('an empty text in place of NULL is a press away', async () => {
    const { saved } = edit(shapes.text)
    await press('Set to an empty text')
    expect(saved).toHaveBeenCalledExactlyOnceWith('', null)
  })

  test('NULL is Mod+Backspace over the whole value, and takes no word away otherwise', async () => {
    const { saved, user } = edit(shapes.text, { value: 'two words' })
    await user.type(await field(), '{ArrowLeft}')
    await user.keyboard('{Control>}{Backspace}{/Control}')
    expect(saved).not.toHaveBeenCalled()
    ;(await field()).select()
    await user.keyboard('{Control>}{Backspace}{/Control}')
    expect(saved).toHaveBeenCalledExactlyOnceWith(null, 'two words')
  })

  test('NULL is not offered where the column takes none', async () => {
    edit({ ...shapes.text, is_nullable: false }, { value: 'a' })
    await field()
    expect(screen.queryByRole('button', { name: 'Set to NULL' })).toBeNull()
  })

  test('the default is asked for by name, whatever is typed', async () => {
    const shape = { ...shapes.text, default_value: "'x'" }
    const { saved, toDefault, user } = edit(shape, { value: 'a', isDefaultable: true })
    await user.type(await field(), 'b')
    await press('Set to the default')
    expect(toDefault).toHaveBeenCalledOnce()
    expect(saved).not.toHaveBeenCalled()
  })
})

describe('a text', () => {
  test('is stored by Enter and Tab and given up by Escape', async () => {
    for (const [keys, end] of [
      ['{Enter}', 'down'],
      ['{Tab}', 'next'],
      ['{Shift>}{Tab}{/Shift}', 'previous'],
      ['{Control>}{Enter}{/Control}', 'stay'],
    ] as const) {
      const { saved, closed, user } = edit(shapes.text, { value: 'a', typed: 'b' })
      await field()
      await user.keyboard(`c${keys}`)
      expect(saved).toHaveBeenCalledExactlyOnceWith('bc', 'a')
      expect(closed).toHaveBeenCalledWith(end, true)
      cleanup()
    }
    const { saved, closed, user } = edit(shapes.text, { value: 'a', typed: 'b' })
    await field()
    await user.keyboard('{Escape}')
    expect(closed).toHaveBeenCalledWith('stay', false)
    expect(saved).not.toHaveBeenCalled()
  })

  test('takes lines by Alt and Shift with Enter, and by Enter once it has room', async () => {
    const { saved, user } = edit(shapes.text, { value: 'x', typed: 'a' })
    await field()
    await user.keyboard('{Alt>}{Enter}{/Alt}b{Shift>}{Enter}{/Shift}c{F2}{Enter}d')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(saved).toHaveBeenCalledExactlyOnceWith('a\nb\nc\nd', 'x')
  })

  test('is stored when the person presses elsewhere, once', async () => {
    const { saved, user } = edit(shapes.text, { value: 'x', typed: 'a' })
    await field()
    await user.click(document.body)
    expect(saved).toHaveBeenCalledExactlyOnceWith('a', 'x')
  })
})

describe('a number', () => {
  test('that its type does not hold is not sent, and said why', async () => {
    const { saved, user } = edit(shapes.integer, { value: '1', typed: '2147483648' })
    await field()
    await user.keyboard('{Enter}')
    expect((await screen.findByRole('alert')).textContent).toMatch(/^integer goes from /u)
    expect(saved).not.toHaveBeenCalled()
    await user.keyboard('{Backspace}{Enter}')
    expect(saved).toHaveBeenCalledExactlyOnceWith('214748364', '1')
  })

  test('keeps every digit that was typed', async () => {
    const { saved, user } = edit(shapes.numeric, { value: 'NaN', typed: '9007199254740993.10' })
    await field()
    await user.keyboard('0{Enter}')
    expect(saved).toHaveBeenCalledExactlyOnceWith('9007199254740993.100', 'NaN')
  })
})

describe('a choice', () => {
  test('is found by its first letter', async () => {
    const { saved, user } = edit(shapes.boolean, { value: 'true', typed: 'f' })
    await screen.findByRole('combobox')
    await user.keyboard('{Enter}')
    expect(saved).toHaveBeenCalledExactlyOnceWith('false', 'true')
  })

  test('of an enum names its empty label, and NULL beside it', async () => {
    const { saved, user } = edit(shapes.mood, { value: 'calm' })
    const list = await screen.findByRole('combobox')
    expect(
      within(list)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['NULL', 'calm', 'busy', 'Empty text'])
    await user.selectOptions(list, 'Empty text')
    await user.keyboard('{Enter}')
    expect(saved).toHaveBeenCalledExactlyOnceWith('', 'calm')
  })
})

describe('JSON', () => {
  const value = '{"id": 12345678901234567890, "tags": ["a", 1.10], "id": 2}'

  test('with a fault is not sent, and the fault has its place', async () => {
    const { saved, user } = edit(shapes.json, { value: '1', typed: '{{"a": 01}' })
    await field()
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Line 1, column \d+: /u)
    expect(saved).not.toHaveBeenCalled()
  })

  test('is formatted without a change to any number', async () => {
    edit(shapes.json, { value })
    await press('Format')
    expect((await field()).value).toBe(
      '{\n  "id": 12345678901234567890,\n  "tags": [\n    "a",\n    1.10\n  ],\n  "id": 2\n}',
    )
  })

  test('is edited as a tree at one place, and nothing else of the text changes', async () => {
    const { saved, user } = edit(shapes.json, { value })
    await press('Parts of cell.tags')
    const item = await screen.findByRole('textbox', { name: 'cell.tags.1' })
    await user.clear(item)
    await user.type(item, '12345678901234567890.5')
    await press('Add to cell.tags')
    await press('Remove cell.tags.0')
    await user.click(await field())
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(saved).toHaveBeenCalledExactlyOnceWith(
      '{"id": 12345678901234567890, "tags": [12345678901234567890.5, null], "id": 2}',
      value,
    )
  })

  test('that is half typed in the tree stays in its field and out of the text', async () => {
    const { user } = edit(shapes.json, { value: '{"a": 1}' })
    const item = await screen.findByRole('textbox', { name: 'cell.a' })
    await user.clear(item)
    await user.type(item, '"x')
    expect(item.getAttribute('aria-invalid')).toBe('true')
    expect((await field()).value).toBe('{"a": 1}')
  })
})

describe('an array', () => {
  test('is edited as a list, with NULL items apart from the word', async () => {
    const { saved, user } = edit(shapes.array, { value: '{a,NULL,"NULL"}' })
    await user.type(await screen.findByRole('textbox', { name: 'Item 1' }), ' "b"')
    await press('Item 2 is NULL')
    await press('Move item 3 up')
    await press('Add item')
    await user.click(await field())
    await user.keyboard('{Enter}')
    expect(saved).toHaveBeenCalledExactlyOnceWith(
      String.raw`{"a \"b\"","NULL","",""}`,
      '{a,NULL,"NULL"}',
    )
  })

  test('with bounds of its own keeps them', async () => {
    const { user } = edit(shapes.array, { value: '[0:1]={a,b}' })
    await user.type(await screen.findByRole('textbox', { name: 'Item 0' }), '{Enter}')
    expect((await field()).value).toBe('[0:2]={a,"",b}')
  })

  test('of several dimensions holds its parts as texts', async () => {
    edit(shapes.array, { value: '{{1,2},{3,4}}' })
    const part = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Item 2' })
    expect(part.value).toBe('{3,4}')
    await press('Remove item 1')
    expect((await field()).value).toBe('{{3,4}}')
  })

  test('that is not one yet says how one is written', async () => {
    edit(shapes.array, { value: '{}', typed: 'a' })
    expect(await screen.findByText(/^Braces around items are an array/u)).toBeTruthy()
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

  test('is chosen in a calendar, and time, microseconds and zone stay', async () => {
    const value = '2024-02-29 12:00:00.123456+00'
    const { user } = edit(shapes.moment, { value, answers })
    expect(await screen.findByText(/Europe\/Oslo/u)).toBeTruthy()
    expect((await screen.findByRole('button', { pressed: true, name: '29' })).tabIndex).toBe(0)
    // The arrow leads from the field into the calendar; a week later is in March.
    await user.click(await field())
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect((await field()).value).toBe('2024-03-07 12:00:00.123456+00')
    expect(screen.getByText('March 2024')).toBeTruthy()
  })

  test('before Christ and beyond the end of dates is shown where it is', async () => {
    edit(shapes.moment, { value: '0044-03-15 00:00:00+00 BC', answers })
    expect(await screen.findByText('March 44 BC')).toBeTruthy()
    await press('Month before')
    expect(await screen.findByText('February 44 BC')).toBeTruthy()
    await press('infinity')
    expect((await field()).value).toBe('infinity')
  })

  test('is now by the clock of the database', async () => {
    edit(shapes.moment, { answers })
    await press('Now')
    expect(await screen.findByDisplayValue('2026-02-03 04:05:06.789012+01')).toBeTruthy()
    cleanup()
    edit(shapes.day, { answers })
    await press('Today')
    expect(await screen.findByDisplayValue('2026-02-03')).toBeTruthy()
  })
})

test('a new id is a UUID of its version', async () => {
  edit(shapes.uuid)
  await press('Random')
  expect((await field()).value).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-/u)
  await press('Ordered by time')
  expect((await field()).value).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-/u)
})

test('a type that is written in a way of its own has an example', async () => {
  edit(shapes.range, { value: '[1,2)' })
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
    has_more: false,
  }

  test('is picked from the rows it can point at, with the keyboard', async () => {
    const { saved, user } = edit(shapes.product, { value: '3', answers: { [candidates]: page } })
    expect(await screen.findByText(/found by id or name/u)).toBeTruthy()
    await screen.findByRole('button', { name: '12 Fern' })
    await user.click(await field())
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(saved).toHaveBeenCalledExactlyOnceWith('12', '3')
  })

  test('is searched by what is typed into its field', async () => {
    const searched = vi.fn<(url: string) => void>()
    const { user } = edit(shapes.product, { answers: { [candidates]: page } })
    await screen.findByRole('button', { name: '1 Moss' })
    const send = globalThis.fetch
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
      searched(url)
      return send(url, init)
    })
    await user.type(await field(), 'fe')
    await vi.waitFor(() =>
      expect(searched.mock.calls.flat().some((url) => url.includes('search=fe'))).toBe(true),
    )
  })

  test('says why its rows cannot be read, and asks again', async () => {
    const answer = vi.fn<() => unknown>(() =>
      refusal(403, { kind: 'forbidden', message: 'permission denied for table products' }),
    )
    edit(shapes.product, { answers: { [candidates]: answer as () => object } })
    expect(await screen.findByText('permission denied for table products')).toBeTruthy()
    answer.mockReturnValue(page)
    await press('Try again')
    expect(await screen.findByRole('button', { name: '1 Moss' })).toBeTruthy()
  })
})

describe('bytes', () => {
  test('are taken from a file, exactly', async () => {
    const { saved, user } = edit(shapes.bytes)
    const file = new File([new Uint8Array([0, 255, 16, 92])], 'a.bin')
    await user.upload(await screen.findByLabelText('File for cell'), file)
    await vi.waitFor(() =>
      expect(saved).toHaveBeenCalledExactlyOnceWith(String.raw`\x00ff105c`, null),
    )
  })

  test('of a file that is too large are refused with its size', async () => {
    const { saved, user } = edit(shapes.bytes)
    const file = new File([new Uint8Array(8 * 1024 * 1024 + 1)], 'big.bin')
    await user.upload(await screen.findByLabelText('File for cell'), file)
    expect((await screen.findByRole('alert')).textContent).toContain('a change takes up to 8 MB')
    expect(saved).not.toHaveBeenCalled()
  })

  test('too many to be typed are shown by size and beginning', async () => {
    edit(shapes.bytes, { value: `\\x${'00ff'.repeat(4096)}` })
    expect(await screen.findByText(/^8 KB: 00 ff 00 ff /u)).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})

describe('a value that a page cut', () => {
  test('is read whole before it is edited, and that is what a conflict is told by', async () => {
    const whole = 'x'.repeat(20_000)
    const answers = { [cellRoute]: { value: whole } }
    const { saved, user } = edit(shapes.text, { value: 'xxx', isCut: true, typed: 'new', answers })
    expect((await field()).value).toBe('new')
    await user.keyboard('{Enter}')
    expect(saved).toHaveBeenCalledExactlyOnceWith('new', whole)
  })

  test('and is too large for an edit is offered as a file', async () => {
    const answers = { [cellRoute]: refusal(413, { kind: 'too_large', message: 'Too large' }) }
    const { closed } = edit(shapes.text, { value: 'xxx', isCut: true, answers })
    const link = await screen.findByRole('link', { name: 'Download' })
    expect(link.getAttribute('href')).toBe(
      `/platform/projects/${shop.ref}/tables/42/cell-file?column=cell&key=%5B%221%22%5D`,
    )
    await press('Close')
    expect(closed).toHaveBeenCalledWith('stay')
  })
})
