// @vitest-environment jsdom
import type { Snippet } from '@basalt/contract/project/snippets'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { sqlStorage } from '../../../../lib/storage/sql-storage.ts'
import { type Answers, refusal, shop } from '../../../../testing/answers.ts'
import { openPart } from '../../../../testing/open-part.tsx'
import { openResult, orders } from '../../../../testing/open-result.tsx'
import { AddToHome } from './AddToHome.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const id = '00000000-0000-4000-8000-000000000009'
const path = `/platform/projects/${shop.ref}`

const snippet: Snippet = {
  id,
  name: 'Orders by country',
  sql: 'select * from shop.orders where country = :country',
  version: 1,
  updated_at: '2026-01-01T00:00:00Z',
  visibility: 'private',
  folder_id: null,
  is_favourite: false,
  is_own: true,
  owner: 'Olga Berg',
  may_change: true,
}

type Sent = { id: string } & Record<string, unknown>

function open(stored: Partial<Snippet> = {}, answers: Answers = {}) {
  return openResult(
    { queryId: id, result: { ...orders, fields: orders.fields?.slice(0, 3) ?? null } },
    {
      [`GET ${path}/content/${id}`]: { ...snippet, ...stored },
      [`PATCH ${path}/content/${id}`]: { ...snippet, visibility: 'project' },
      [`POST ${path}/home-blocks`]: (body: unknown) => ({
        ...(body as Sent),
        snippet: { id, name: snippet.name, is_shared: true },
        created_by: null,
        is_reading: false,
        kept: null,
        failure: null,
        next_at: null,
        rested_since: null,
      }),
      ...answers,
    },
  )
}

async function ask() {
  await userEvent.click(await screen.findByRole('button', { name: 'Add to project home' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add to project home' })
  await within(dialog).findByLabelText('Title')
  return dialog
}

const add = (dialog: HTMLElement) =>
  userEvent.click(within(dialog).getByRole('button', { name: 'Add to project home' }))

describe('a query pinned to the project home', () => {
  test('that is private is shared first, only after a confirmation', async () => {
    const { calls } = open()
    const dialog = await ask()
    await add(dialog)
    expect(
      await within(dialog).findByText('Share the query with the project to show it there'),
    ).toBeTruthy()
    expect(calls.map(({ route }) => route)).not.toContain(`POST ${path}/home-blocks`)
    await userEvent.click(within(dialog).getByLabelText(/Share it with the project/u))
    await add(dialog)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const sent = calls.map(({ route }) => route)
    expect(sent.indexOf(`PATCH ${path}/content/${id}`)).toBeLessThan(
      sent.indexOf(`POST ${path}/home-blocks`),
    )
    expect(calls).toContainEqual({
      route: `PATCH ${path}/content/${id}`,
      body: { visibility: 'project' },
    })
  })

  test('is sent with its name, the current chart settings, and the last parameters', async () => {
    const { calls } = open({ visibility: 'project' })
    sqlStorage.resultChart(shop.ref, id).set('{"type":"area","x":"country","ys":["total"]}')
    sqlStorage.queryParameters(shop.ref, id).set('{"country":{"type":"text","text":"DE"}}')
    const dialog = await ask()
    expect(within(dialog).getByLabelText<HTMLInputElement>(':country').value).toBe('DE')
    await add(dialog)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const sent = calls.find(({ route }) => route === `POST ${path}/home-blocks`)
    expect(sent?.body).toMatchObject({
      snippet_id: id,
      title: 'Orders by country',
      refreshed: 'hour',
      values: [{ name: 'country', value: 'DE' }],
      look: { kind: 'chart', chart: { type: 'area', x: 'country', ys: ['total'] } },
    })
    await waitFor(() =>
      expect(calls.map(({ route }) => route).at(-1)).toMatch(/home-blocks\/[\w-]+\/refresh$/u),
    )
  })

  test('is not sent with a title that is too long', async () => {
    const { calls } = open({ visibility: 'project' })
    const dialog = await ask()
    const title = within(dialog).getByLabelText('Title')
    await userEvent.clear(title)
    await userEvent.click(title)
    await userEvent.paste('t'.repeat(201))
    await add(dialog)
    expect(await within(dialog).findByText(/at most 200 characters/u)).toBeTruthy()
    expect(calls.map(({ route }) => route)).not.toContain(`POST ${path}/home-blocks`)
  })

  test('that the server refuses stays in the dialog, with the reason', async () => {
    const message = 'A pinned result must be read-only, and DELETE may change data'
    open(
      { visibility: 'project' },
      { [`POST ${path}/home-blocks`]: refusal(400, { kind: 'invalid_request', message }) },
    )
    const dialog = await ask()
    await add(dialog)
    expect(await within(dialog).findByText(message)).toBeTruthy()
  })

  test('that the server refuses is private again, in its folder, and can be tried again', async () => {
    const message = 'A pinned result needs one statement, and the query has 2'
    const folder = '00000000-0000-4000-8000-000000000010'
    const { calls } = open(
      { folder_id: folder },
      { [`POST ${path}/home-blocks`]: refusal(400, { kind: 'invalid_request', message }) },
    )
    const dialog = await ask()
    await userEvent.click(within(dialog).getByLabelText(/Share it with the project/u))
    await add(dialog)
    expect(await within(dialog).findByText(message)).toBeTruthy()
    const moves = calls.filter(({ route }) => route === `PATCH ${path}/content/${id}`)
    expect(moves.map(({ body }) => body)).toEqual([
      { visibility: 'project' },
      { visibility: 'private', folder_id: folder },
    ])
    expect(within(dialog).getByLabelText(/Share it with the project/u)).toBeTruthy()
  })

  test('stays shared when no answer shows whether the block exists', async () => {
    const { calls } = open(
      {},
      { [`POST ${path}/home-blocks`]: () => Promise.reject(new TypeError()) },
    )
    const dialog = await ask()
    await userEvent.click(within(dialog).getByLabelText(/Share it with the project/u))
    await add(dialog)
    await waitFor(() => expect(within(dialog).getByRole('alert')).toBeTruthy())
    const moves = calls.filter(({ route }) => route === `PATCH ${path}/content/${id}`)
    expect(moves.map(({ body }) => body)).toEqual([{ visibility: 'project' }])
  })

  test('that is unsaved cannot be pinned, with the reason', async () => {
    const message = 'This query does not exist or was deleted'
    open({}, { [`GET ${path}/content/${id}`]: refusal(404, { kind: 'not_found', message }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Add to project home' }))
    expect(await screen.findByText(message)).toBeTruthy()
  })

  test('is not available to readers, with the reason', async () => {
    const rows = { fields: [], count: 0, at: () => [] }
    const Part = () => (
      <AddToHome
        {...{ rows, queryId: id, isChart: false, waiting: undefined }}
        projectRef={shop.ref}
      />
    )
    openPart(Part, { without: 'write:Update' })
    const button = await screen.findByRole('button', { name: 'Add to project home' })
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
  })
})
