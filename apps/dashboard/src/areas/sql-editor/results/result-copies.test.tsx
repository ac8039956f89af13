// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { database } from '../../../testing/open-part.tsx'
import { cellNamed, chooseIn, openResult, ordersStatement } from '../../../testing/open-result.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('a copy', () => {
  const copied = () => navigator.clipboard.readText()

  test('is Markdown, JSON or CSV of the displayed rows', async () => {
    userEvent.setup()
    openResult()
    await cellNamed('FR')
    await userEvent.type(screen.getByRole('searchbox'), 'FR')
    await screen.findByText('1 of 3 rows match')
    await chooseIn('Copy rows', 'Markdown')
    expect(await screen.findByText('1 row copied as Markdown')).toBeTruthy()
    expect(await copied()).toBe(
      '| id | country | total | is\\_paid |\n| ---: | --- | ---: | --- |\n| 2 | FR | 9.5 | false |\n',
    )
    await chooseIn('Copy rows', 'JSON')
    await screen.findByText('1 row copied as JSON')
    expect(JSON.parse(await copied())).toEqual([
      { id: 2, country: 'FR', total: 9.5, is_paid: false },
    ])
    await chooseIn('Copy rows', 'CSV')
    await screen.findByText('1 row copied as CSV')
    expect(await copied()).toBe('id,country,total,is_paid\r\n2,FR,9.5,false\r\n')
  })

  test('as INSERT statements asks for the table, which defaults to the query’s', async () => {
    userEvent.setup()
    openResult()
    await cellNamed('FR')
    await chooseIn('Copy rows', 'INSERT statements…')
    const dialog = await screen.findByRole('dialog', { name: 'Copy as INSERT statements' })
    const field = within(dialog).getByLabelText<HTMLInputElement>('Table')
    expect(field.value).toBe('shop.orders')
    await userEvent.clear(field)
    await userEvent.type(field, 'copies{Enter}')
    await screen.findByText('3 rows copied as INSERT statements')
    expect(await copied()).toContain(
      `insert into "copies" ("id", "country", "total", "is_paid") values\n  (1, 'DE', 10, true),\n`,
    )
  })
})

describe('a file', () => {
  const blobs: Blob[] = []
  beforeEach(() => {
    blobs.length = 0
    // The test document has no files.
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => {
          blobs.push(blob)
          return 'blob:here'
        },
        revokeObjectURL: () => undefined,
      }),
    )
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  })
  afterEach(() => vi.restoreAllMocks())

  test('has the loaded rows, without a query', async () => {
    const { calls } = openResult()
    await cellNamed('FR')
    await chooseIn('Download rows', 'Download CSV')
    expect(await toText(blobs[0])).toContain('3,DE,9007199254740993.1,\r\n')
    await chooseIn('Download rows', 'Download JSON')
    expect(await toText(blobs[1])).toContain('"total": 9007199254740993.1')
    expect(calls.some(({ route }) => route.includes('/query'))).toBe(false)
  })

  const lines = (...all: object[]) => all.map((line) => `${JSON.stringify(line)}\n`).join('')
  const answered = (body: string) => {
    const network = globalThis.fetch
    const requested: unknown[] = []
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
      if (!url.startsWith(`${database}/query`)) return network(url, init)
      requested.push(JSON.parse(init?.body as string))
      return Promise.resolve(new Response(body))
    })
    return requested
  }
  const fields = { type: 'fields', statement: 0, fields: [{ name: 'n', type: 'bigint' }] }

  async function runAgain() {
    await cellNamed('FR')
    await chooseIn('Download rows', 'Run again and export…')
    return screen.findByRole('dialog', { name: 'Run again and export' })
  }

  test('of the whole result is a separate read-only run, on demand only', async () => {
    openResult({ limit: 3, settings: { statement_timeout_ms: 1000 }, values: ['7', null] })
    const requested = answered(
      lines(
        fields,
        { type: 'rows', statement: 0, rows: [['1'], ['2']] },
        { type: 'rows', statement: 0, rows: [['9007199254740993']] },
        { type: 'complete', statement: 0, command: 'SELECT', row_count: 3, duration_ms: 1 },
        { type: 'end' },
      ),
    )
    const dialog = await runAgain()
    expect(requested).toEqual([])
    await userEvent.selectOptions(within(dialog).getByLabelText('Format'), 'JSON')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Run again' }))
    expect(await screen.findByText('3 rows written')).toBeTruthy()
    expect(requested).toEqual([
      {
        query: ordersStatement,
        settings: { statement_timeout_ms: 1000, read_only: true },
        values: ['7', null],
      },
    ])
    expect(await toText(blobs[0])).toBe(
      '[\n  { "n": 1 },\n  { "n": 2 },\n  { "n": 9007199254740993 }\n]\n',
    )
  })

  test('of a failing run is not created', async () => {
    openResult({ limit: 3 })
    answered(
      lines(
        fields,
        { type: 'rows', statement: 0, rows: [['1']] },
        { type: 'error', statement: 0, message: 'division by zero', cancelled: false },
        { type: 'end' },
      ),
    )
    const dialog = await runAgain()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Run again' }))
    expect(await within(dialog).findByText('division by zero')).toBeTruthy()
    expect(blobs).toEqual([])
  })
})

/** The document of the tests reads no blobs by itself. */
const toText = (blob: Blob | undefined) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.readAsText(blob ?? new Blob())
  })
