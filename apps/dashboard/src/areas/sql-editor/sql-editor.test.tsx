// @vitest-environment jsdom
import type { QueryLine } from '@basalt/contract/database/query'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { storage } from '../../lib/storage/storage.ts'
import { type Answers, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'
import { content } from '../../testing/snippets.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const database = `/platform/pg-meta/${shop.ref}`
/** A streamed answer whose lines the test sends itself. */
function stream() {
  const encoder = new TextEncoder()
  let body: ReadableStreamDefaultController<Uint8Array> | undefined
  const [requested, aborted] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const answer = async (_: string, { signal }: RequestInit = {}) => {
    requested()
    return new Response(
      new ReadableStream<Uint8Array>({
        start(controller) {
          body = controller
          signal?.addEventListener('abort', () => {
            aborted()
            controller.error(signal.reason)
          })
        },
      }),
    )
  }
  return {
    answer,
    requested,
    aborted,
    send: (...lines: QueryLine[]) => {
      for (const line of lines) body?.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
      if (lines.at(-1)?.type === 'end') body?.close()
    },
  }
}

function open(text: string, answers: Answers = {}) {
  const app = openApp(
    `/project/${shop.ref}/sql/new`,
    signedIn({
      [`GET ${database}/tables`]: { tables: [], has_more: false },
      [`GET ${content}`]: [],
      ...answers,
    }),
  )
  if (text !== '') storage.draft(shop.ref, 'new').set(text)
  const run = stream()
  const network = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url.startsWith(`${database}/query`) ? run.answer(url, init) : network(url, init),
  )
  return { ...app, run }
}

const start = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Run' }))
  await screen.findByRole('button', { name: 'Cancel' })
}
const fields = {
  type: 'fields' as const,
  statement: 0,
  fields: [{ name: 'n', type: 'integer' }],
}
const started = { type: 'statement' as const, statement: 0, of: 1, start: 0, end: 20 }

describe('a run', () => {
  test('does not start by itself', async () => {
    const { run } = open('drop table orders')
    await screen.findByRole('button', { name: 'Run' })
    expect(screen.getByText(/Results appear here/u)).toBeTruthy()
    expect(run.requested).not.toHaveBeenCalled()
  })

  test('shows the first rows while the rest is loading', async () => {
    const { run } = open('select n from numbers')
    await start()
    run.send(started, fields, { type: 'rows', statement: 0, rows: [['41'], ['42']] })
    expect(await screen.findByRole('gridcell', { name: '42' })).toBeTruthy()
    expect(screen.getByText('2 rows so far')).toBeTruthy()
    run.send(
      { type: 'rows', statement: 0, rows: [['43']] },
      { type: 'complete', statement: 0, command: 'SELECT', row_count: 3, duration_ms: 7 },
      { type: 'end' },
    )
    expect(await screen.findByText('3 rows')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Run' })).toBeTruthy()
  })

  test('that fails shows the reason, with hint and detail, and marks the position', async () => {
    const { run } = open('select nme from customers')
    await start()
    run.send(
      started,
      {
        type: 'error',
        statement: 0,
        message: 'column "nme" does not exist',
        cancelled: false,
        sql: { sqlstate: '42703', position: 8, hint: 'Perhaps you meant "name".' },
      },
      { type: 'end' },
    )
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('column "nme" does not exist')
    expect(alert.textContent).toContain('Perhaps you meant "name".')
    await waitFor(() => {
      const host = [...document.querySelectorAll('*')].find((node) => node.shadowRoot !== null)
      const mark = host?.shadowRoot?.querySelector('.cm-lintRange-error')
      expect(mark?.textContent).toBe('nme')
    })
  })

  test('that is cancelled ends its request and keeps the received rows', async () => {
    const { run } = open('select n from numbers')
    await start()
    run.send(started, fields, { type: 'rows', statement: 0, rows: [['41']] })
    await screen.findByRole('gridcell', { name: '41' })
    await userEvent.click(screen.getAllByRole('button', { name: 'Cancel' })[0] as HTMLElement)
    await waitFor(() => expect(run.aborted).toHaveBeenCalled())
    expect(await screen.findByText('Cancelled')).toBeTruthy()
    expect(screen.getByRole('gridcell', { name: '41' })).toBeTruthy()
  })

  test('of several statements has a result for each', async () => {
    const { run } = open('create table t (); select 1')
    await start()
    run.send(
      started,
      { type: 'complete', statement: 0, command: 'CREATE TABLE', row_count: null, duration_ms: 2 },
      { ...started, statement: 1 },
      { ...fields, statement: 1 },
      { type: 'rows', statement: 1, rows: [['1']] },
      { type: 'complete', statement: 1, command: 'SELECT', row_count: 1, duration_ms: 1 },
      { type: 'end' },
    )
    const tabs = await screen.findByRole('tablist', { name: 'Statements' })
    await userEvent.click(within(tabs).getByRole('tab', { name: /CREATE TABLE/u }))
    expect(await screen.findByText('CREATE TABLE done. No rows returned.')).toBeTruthy()
  })
})
