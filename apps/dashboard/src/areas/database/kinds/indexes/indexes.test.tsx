// @vitest-environment jsdom
import type { IndexJob } from '@basalt/contract/database/index-jobs'
import type { IndexDefinition } from '@basalt/pg-model'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { emptyList, shop, signedIn } from '../../../../testing/answers.ts'
import { openApp } from '../../../../testing/open-app.tsx'
import { database } from '../../../../testing/open-part.tsx'

const user = userEvent.setup({ delay: null })

afterEach(() => vi.unstubAllGlobals())

const objects = `${database}/objects/indexes`
const jobs = `${database}/index-jobs`
const page = `/project/${shop.ref}/database/indexes`

const catalog = {
  schemas: [['public', 1]],
  relations: [
    [
      'public',
      'orders',
      'r',
      null,
      [
        ['id', 'bigint', 1, null],
        ['note', 'text', 0, null],
      ],
    ],
  ],
  functions: [],
  types: [],
  languages: [],
  foreign_keys: [],
}

const job: IndexJob = {
  id: '5b0c7f0e-7c0e-4b5c-9a44-3f0f0b6f3f10',
  action: 'create',
  schema: 'public',
  table: 'orders',
  name: 'orders_note',
  index_id: null,
  state: 'running',
  error: null,
  phase: 'building index: scanning table',
  percent: 41.8,
  waits_for: null,
  part: 1,
  parts: 3,
  created_by: 'owner@example.test',
  created_at: '2026-01-01T00:00:00Z',
  ended_at: null,
}

test('the form offers the columns of the table and the parts that the method has', async () => {
  const app = openApp(
    `${page}?new=1`,
    signedIn({
      [`GET ${objects}`]: emptyList,
      [`GET ${jobs}`]: [],
      [`GET ${database}/schemas`]: [],
      [`GET ${database}/completion`]: { version: '1', catalog },
      [`POST ${objects}/preview`]: { statements: [], warnings: [] },
      [`POST ${objects}`]: { id: null, job: job.id },
    }),
  )
  const panel = within(await screen.findByRole('dialog', { name: 'New index' }))
  await user.type(panel.getByRole('textbox', { name: 'Name' }), 'orders_note')
  await user.click(panel.getByLabelText('Table'))
  await user.type(await screen.findByPlaceholderText('Find a table'), 'orders{Enter}')
  await panel.findByRole('option', { name: 'note' })
  await user.selectOptions(panel.getByLabelText('Column'), 'note')
  await user.click(panel.getByRole('button', { name: 'Add column' }))
  const second = panel.getAllByLabelText('Column')[1]
  await user.selectOptions(second as HTMLElement, 'Expression…')
  await user.type(panel.getByLabelText('Expression'), 'lower(note)')
  await user.click(panel.getByLabelText('Choose operator classes and collations'))
  await user.type(panel.getByLabelText('Statistics target'), '500')
  await user.click(panel.getByLabelText('Unique'))
  await user.click(panel.getByLabelText('NULLs are equal to one another'))
  await user.click(panel.getByRole('button', { name: 'Add included column' }))

  await user.selectOptions(panel.getByLabelText('Method'), 'GIN: arrays, JSON, full text')
  expect(panel.queryByLabelText('Unique')).toBeNull()
  expect(panel.queryByLabelText('Order')).toBeNull()
  expect(panel.queryByRole('button', { name: 'Add included column' })).toBeNull()

  await user.click(panel.getByRole('button', { name: /^Create index/u }))
  const sent = () =>
    app.calls.flatMap(({ route, body }) =>
      route === `POST ${objects}` ? [(body as { design: IndexDefinition }).design] : [],
    )
  await waitFor(() =>
    expect(sent()).toMatchObject([
      {
        schema: 'public',
        table: 'orders',
        method: 'gin',
        is_unique: false,
        nulls_not_distinct: false,
        include: [],
        concurrently: true,
        keys: [
          { column: 'note', expression: null },
          { column: null, expression: 'lower(note)', statistics: 500 },
        ],
      },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a job shows its progress until it is cancelled, and then why it failed', async () => {
  let state: IndexJob = job
  const app = openApp(
    page,
    signedIn({
      [`GET ${objects}`]: emptyList,
      [`GET ${database}/schemas`]: [],
      [`GET ${jobs}`]: () => [state],
      [`POST ${jobs}/${job.id}/cancel`]: () => {
        state = { ...job, state: 'failed', error: 'Key (note)=(x) is duplicated.' }
        return {}
      },
      [`DELETE ${jobs}/${job.id}`]: {},
    }),
  )
  const shown = within(await screen.findByRole('list', { name: 'Jobs' }))
  shown.getByText('Building the index orders_note on orders')
  shown.getByText('Partition 2 of 3. Building index: scanning table, 41%')
  const progress = shown.getByRole('progressbar', { name: 'Progress of the phase' })
  expect(progress).toHaveProperty('value', 41.8)
  await user.click(shown.getByRole('button', { name: 'Cancel' }))
  await shown.findByText('Key (note)=(x) is duplicated.')
  shown.getByText('The index orders_note on orders could not be built')
  await user.click(shown.getByRole('button', { name: 'Remove from the list' }))
  await waitFor(() =>
    expect(app.calls.map(({ route }) => route)).toContain(`DELETE ${jobs}/${job.id}`),
  )
})
