import type { DataType } from '@basalt/contract/database/table-changes'
import type { TableSummary } from '@basalt/contract/database/tables'
// @vitest-environment jsdom
import type { TableDesign } from '@basalt/pg-model'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { type Answers, refusal, rulesFor, shop, signedIn } from '../../../testing/answers.ts'
import { openApp } from '../../../testing/open-app.tsx'

const user = userEvent.setup({ delay: null })

afterEach(() => vi.unstubAllGlobals())

const database = `/platform/pg-meta/${shop.ref}`

const type = (name: string, more: Partial<DataType> = {}): DataType => ({
  name,
  schema: 'pg_catalog',
  kind: 'built-in',
  description: `About ${name}`,
  values: [],
  base: null,
  extension: null,
  alternative: null,
  ...more,
})

const people: TableSummary = {
  id: 7,
  name: 'people',
  schema: 'public',
  kind: 'table',
  rls_enabled: true,
  row_estimate: 3,
}

const sql = 'create table "public"."orders" ()'
const previewed = { statements: [{ sql, note: null, runs: 'in transaction' }] }

type Opened = ReturnType<typeof openApp>

const opened = async (answers: Answers = {}) => {
  const app = openApp(
    `/project/${shop.ref}/editor/new?schema=public`,
    signedIn({
      [`GET ${database}/schemas`]: [
        { name: 'auth', owner: 'postgres', is_protected: true },
        { name: 'public', owner: 'postgres' },
        { name: 'shop', owner: 'postgres' },
      ],
      [`GET ${database}/tables`]: { tables: [people], has_more: false },
      [`GET ${database}/tables/7`]: { ...people, comment: null, key: ['id'], columns: [] },
      [`GET ${database}/types`]: [
        type('bigint'),
        type('text'),
        type('json', { alternative: 'jsonb' }),
        type('boolean'),
        type('mood', { kind: 'enum', schema: 'public', values: ['calm', 'odd'] }),
      ],
      [`POST ${database}/table-changes/preview`]: previewed,
      [`POST ${database}/tables`]: { id: 42 },
      ...answers,
    }),
  )
  const panel = await screen.findByRole('dialog', { name: 'New table' })
  return { app, panel: within(panel) }
}

const sent = ({ calls }: Opened) =>
  calls.flatMap(({ route, body }) =>
    route === `POST ${database}/tables` ? [(body as { design: TableDesign }).design] : [],
  )

type Panel = Awaited<ReturnType<typeof opened>>['panel']

const create = (panel: Panel) => user.click(panel.getByRole('button', { name: /^Create table/u }))
const columnNames = (panel: Panel) =>
  within(panel.getByRole('region', { name: 'Columns' }))
    .getAllByRole<HTMLInputElement>('textbox', { name: /^Name of/u })
    .map(({ value }) => value)

describe('a new table', () => {
  test('is typed by keyboard alone, and sent as typed', async () => {
    const { app, panel } = await opened()
    const name = panel.getByRole('textbox', { name: 'Table name' })
    await waitFor(() => expect(document.activeElement).toBe(name))
    await user.keyboard('orders')
    panel.getByRole('textbox', { name: 'Name of id' }).focus()
    await user.keyboard('{Enter}identifier{Enter}note')
    expect(columnNames(panel)).toEqual(['id', 'identifier', 'note', 'created_at'])
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}{Control>}{Enter}{/Control}')
    await waitFor(() => expect(app.address()).toBe(`/project/${shop.ref}/editor/42`))
    const [design] = sent(app)
    expect(design?.columns.map((column) => column.name)).toEqual([
      'id',
      'note',
      'identifier',
      'created_at',
    ])
    expect(design).toMatchObject({ schema: 'public', name: 'orders', primary_key: ['id'] })
    expect(await screen.findByText('Created orders')).toBeTruthy()
  })

  test('offers the accessible schemas, and none of a service', async () => {
    const { app, panel } = await opened()
    const schemas = panel.getByRole('combobox', { name: 'Schema' })
    await within(schemas).findByRole('option', { name: 'shop' })
    expect(within(schemas).queryByRole('option', { name: 'auth' })).toBeNull()
    await user.selectOptions(schemas, 'shop')
    await user.type(panel.getByRole('textbox', { name: 'Table name' }), 'a')
    await create(panel)
    await waitFor(() => expect(sent(app)).toMatchObject([{ schema: 'shop', name: 'a' }]))
  })

  test('shows its SQL on demand, with no request before every name is set', async () => {
    const { app, panel } = await opened()
    await user.click(panel.getByRole('button', { name: 'Show SQL' }))
    const requested = () => app.calls.filter(({ route }) => route.endsWith('/preview'))
    expect(requested()).toEqual([])
    await user.type(panel.getByRole('textbox', { name: 'Table name' }), 'orders')
    const shown = await panel.findByRole('region', { name: 'SQL of the change' })
    await waitFor(() => expect(shown.textContent).toContain(`${sql};`))
    expect(requested()).toHaveLength(1)
    expect(panel.getByRole('button', { name: 'Copy SQL' })).toBeTruthy()
  })

  test('shows PostgreSQL’s refusal at the field, and keeps the edits', async () => {
    const { app, panel } = await opened({
      [`POST ${database}/tables`]: refusal(422, {
        kind: 'invalid_request',
        message: 'The table cannot be made',
        fields: { name: 'Another table has this name', 'columns.1.default': 'No such function' },
      }),
    })
    const name = panel.getByRole<HTMLInputElement>('textbox', { name: 'Table name' })
    await user.type(name, 'orders')
    await create(panel)
    await panel.findByText('Another table has this name')
    expect(name.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(name)
    // The details of the column are expanded, so that its error is visible.
    expect(panel.getByText('No such function')).toBeTruthy()
    await user.type(name, '2')
    expect(panel.queryByText('Another table has this name')).toBeNull()
    expect(name.value).toBe('orders2')
    expect(app.address()).toContain('/editor/new')
  })

  test('cannot be created without the right, with the reason', async () => {
    const { app, panel } = await opened({
      'GET /platform/profile/permissions': rulesFor('Read-only'),
    })
    await user.type(panel.getByRole('textbox', { name: 'Table name' }), 'orders')
    const button = panel.getByRole('button', { name: /^Create table/u })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.hover(button)
    expect((await screen.findByRole('tooltip')).textContent).toContain('create tables')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(sent(app)).toEqual([])
  })
})

test('unsaved edits survive closing, until they are discarded', async () => {
  const { panel } = await opened()
  await user.type(panel.getByRole('textbox', { name: 'Table name' }), 'half done')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'New table' }))
  const again = within(await screen.findByRole('dialog', { name: 'New table' }))
  expect(again.getByText('Your unsaved changes were restored.')).toBeTruthy()
  const name = again.getByRole<HTMLInputElement>('textbox', { name: 'Table name' })
  expect(name.value).toBe('half done')
  await user.click(again.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'New table' }))
  const fresh = within(await screen.findByRole('dialog', { name: 'New table' }))
  expect(fresh.getByRole<HTMLInputElement>('textbox', { name: 'Table name' }).value).toBe('')
})

describe('a column', () => {
  test('gets its type from the list, its default from suggestions', async () => {
    const { app, panel } = await opened()
    await user.type(panel.getByRole('textbox', { name: 'Table name' }), 'orders')
    await user.click(panel.getByRole('button', { name: 'Add column' }))
    await user.keyboard('state')
    await user.click(panel.getByRole('button', { name: /^Type of state/u }))
    await user.click(await screen.findByRole('option', { name: /^mood(?!\[)/u }))
    await user.click(panel.getByRole('button', { name: 'Details of state' }))
    await user.click(panel.getByRole('button', { name: 'Use calm' }))
    expect(panel.getByRole<HTMLInputElement>('textbox', { name: 'Value' }).value).toBe('calm')
    await user.click(panel.getByRole('checkbox', { name: 'Unique' }))
    await user.type(panel.getByRole('textbox', { name: 'Check' }), 'true')
    await create(panel)
    await waitFor(() => expect(sent(app)).toHaveLength(1))
    expect(sent(app)[0]?.columns.at(-1)).toEqual({
      name: 'state',
      data_type: 'mood',
      is_nullable: true,
      default: { kind: 'literal', value: 'calm' },
      identity: null,
      generated: null,
      is_unique: true,
      check: 'true',
      comment: null,
    })
  })

  test('suggests a better type, and identity only for suitable types', async () => {
    const { panel } = await opened()
    await user.click(panel.getByRole('button', { name: 'Details of id' }))
    const source = panel.getByRole<HTMLSelectElement>('combobox', { name: 'Default' })
    expect(source.value).toBe('by default')
    await user.click(panel.getByRole('button', { name: /^Type of id/u }))
    await user.click(await screen.findByRole('option', { name: /^json(?!\[)/u }))
    expect(await panel.findByText('jsonb is recommended for new columns')).toBeTruthy()
    expect(source.value).toBe('none')
    expect(within(source).queryByRole('option', { name: /Identity \(always\)/u })).toBeNull()
  })
})

test('a foreign key uses the key of the referenced table and the probable column', async () => {
  const { app, panel } = await opened()
  await user.type(panel.getByRole('textbox', { name: 'Table name' }), 'orders')
  await user.click(panel.getByRole('button', { name: 'Add column' }))
  await user.keyboard('people_id')
  await user.click(panel.getByRole('button', { name: 'Add foreign key' }))
  await user.click(panel.getByRole('button', { name: 'Choose a table' }))
  await user.click(await screen.findByRole('option', { name: 'people' }))
  await panel.findByRole('group', { name: 'key to people' })
  await user.selectOptions(panel.getByRole('combobox', { name: 'On delete' }), 'Cascade')
  await create(panel)
  await waitFor(() => expect(sent(app)).toHaveLength(1))
  expect(sent(app)[0]?.foreign_keys).toEqual([
    {
      name: null,
      columns: ['people_id'],
      references: { schema: 'public', table: 'people', columns: ['id'] },
      on_update: 'no action',
      on_delete: 'cascade',
      is_valid: true,
    },
  ])
})
