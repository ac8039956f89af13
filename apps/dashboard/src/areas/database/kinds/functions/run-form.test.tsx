// @vitest-environment jsdom
import { databaseQuery } from '@basalt/contract/database/query'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { answeredLines } from '../../../../testing/answered-lines.ts'
import { shop } from '../../../../testing/answers.ts'
import { database, openPart } from '../../../../testing/open-part.tsx'
import { started, complete, held } from '../../../../testing/run-lines.ts'
import { RunForm } from './RunForm.tsx'

const user = userEvent.setup({ delay: null })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const object = {
  row: { returns: 'integer' },
  design: {
    kind: 'function',
    schema: 'public',
    name: 'count_orders',
    arguments: [
      { mode: 'in', name: 'customer', type: 'integer', default: null },
      { mode: 'in', name: 'is_paid', type: 'boolean', default: 'true' },
    ],
  },
} as unknown as Parameters<typeof RunForm>[0]['object']

test('a function is called with typed arguments, and its changes wait for a decision', async () => {
  const { calls } = openPart(() => (
    <RunForm object={object} projectRef={shop.ref} onClose={() => undefined} />
  ))
  const run = answeredLines(databaseQuery.run)
  const network = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url.startsWith(`${database}/query`) ? run.answer(url, init) : network(url, init),
  )
  await user.type(await screen.findByLabelText('customer'), '7')
  await user.click(screen.getByLabelText('Keep the transaction open'))
  await user.click(screen.getByRole('button', { name: /^Run/u }))
  await waitFor(() =>
    expect(run.requested.map(({ body }) => body)).toMatchObject([
      {
        query: 'select * from public.count_orders(customer => $1::integer)',
        values: ['7'],
        hold: 'decide',
        settings: { statement_timeout_ms: 10_000 },
      },
    ]),
  )
  run.send(
    started(),
    { type: 'fields', statement: 0, fields: [{ name: 'count_orders', type: 'integer' }] },
    { type: 'rows', statement: 0, rows: [['42']] },
    { type: 'notice', statement: 0, severity: 'WARNING', message: 'It is slow' },
    complete(0, 'SELECT'),
    held,
  )
  await screen.findByRole('cell', { name: '42' })
  await screen.findByText('WARNING: It is slow')
  await screen.findByText('public.books: 2 updated')
  await user.click(screen.getByRole('button', { name: 'Commit' }))
  const session = String(run.requested[0]?.body['session'])
  await waitFor(() =>
    expect(calls.find(({ route }) => route.endsWith(`/sessions/${session}/decide`))?.body).toEqual({
      outcome: 'commit',
    }),
  )
  run.send({ type: 'decided', outcome: 'committed' }, { type: 'end' })
  await screen.findByText('Its changes were committed.')
})
