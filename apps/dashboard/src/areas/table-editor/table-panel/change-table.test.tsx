import type { LockNote } from '@basalt/contract/database/change-statements'
import type { TableChange } from '@basalt/contract/database/table-changes'
import type { TableDetail } from '@basalt/contract/database/tables'
// @vitest-environment jsdom
import type { TableDesign } from '@basalt/pg-model'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import {
  type Answers,
  install,
  refusal,
  rulesFor,
  shop,
  signedIn,
} from '../../../testing/answers.ts'
import { openApp } from '../../../testing/open-app.tsx'
import { plainColumn } from './table-draft.ts'

const user = userEvent.setup({ delay: null })

afterEach(() => vi.unstubAllGlobals())

const database = `/platform/pg-meta/${shop.ref}`
const changes = `POST ${database}/table-changes`
const preview = `${changes}/preview`

const design: TableDesign = {
  schema: 'public',
  name: 'orders',
  comment: null,
  rls_enabled: true,
  is_realtime: false,
  primary_key: ['id'],
  foreign_keys: [
    {
      name: 'orders_person_fkey',
      columns: ['person_id'],
      references: { schema: 'public', table: 'people', columns: ['id'] },
      on_update: 'no action',
      on_delete: 'no action',
      is_valid: false,
    },
  ],
  columns: [
    { ...plainColumn, name: 'id', data_type: 'bigint', is_nullable: false },
    { ...plainColumn, name: 'person_id', data_type: 'bigint' },
    { ...plainColumn, name: 'note', data_type: 'text' },
  ],
}

const orders: TableDetail = {
  id: 42,
  schema: 'public',
  name: 'orders',
  kind: 'table',
  rls_enabled: true,
  row_estimate: 3,
  comment: null,
  key: ['id'],
  columns: [],
}

const found = (more: Partial<TableDesign> = {}, version = 'v1') => ({
  design: { ...design, ...more },
  version,
  size_bytes: 8192,
  row_estimate: 3,
})

const note: LockNote = {
  lock: 'SHARE ROW EXCLUSIVE',
  table: 'public.orders',
  work: 'scan',
  blocks: 'writes',
  size_bytes: 3 * 1024 ** 3,
  estimate_seconds: 200,
  reason: 'Looks up every row in the referenced table',
  safer: 'Add it for new rows first',
}

const previewed = (one: LockNote | null = null) => ({
  statements: [{ sql: 'alter table "public"."orders" …', note: one, runs: 'in transaction' }],
})

const withRealtime = { ...install, capabilities: [...install.capabilities, 'realtime' as const] }

const opened = async (answers: Answers = {}, offered = withRealtime) => {
  const app = openApp(
    `/project/${shop.ref}/editor`,
    signedIn({
      [`GET ${database}/schemas`]: [{ name: 'public', owner: 'postgres' }],
      [`GET ${database}/tables`]: { tables: [orders], has_more: false },
      [`GET ${database}/tables/42`]: orders,
      [`GET ${database}/tables/42/design`]: found(),
      [`GET ${database}/types`]: [],
      [preview]: previewed(),
      [changes]: { id: 42, trash_id: null, history_id: null },
      ...answers,
    }),
    offered,
  )
  const row = await screen.findByRole('treeitem', { name: /^orders/u })
  fireEvent.contextMenu(row)
  await user.click(await screen.findByRole('menuitem', { name: 'Edit table' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit orders' })
  const panel = within(dialog)
  const sent = () =>
    app.calls.flatMap(({ route, body }) => (route === changes ? [body as TableChange] : []))
  return { app, dialog, panel, sent }
}

type Panel = Awaited<ReturnType<typeof opened>>['panel']

const retype = async (panel: Panel, name: string, text: string) => {
  const field = panel.getByRole('textbox', { name })
  await user.clear(field)
  await user.type(field, text)
}
const saveButton = (panel: Panel) => panel.getByRole('button', { name: /^Save changes/u })

describe('a changed table', () => {
  test('is listed in its new schema', async () => {
    const named = ['public', 'archive'].map((name) => ({ name, owner: 'postgres' }))
    let schema = 'public'
    const { panel, sent } = await opened({
      [`GET ${database}/schemas`]: named,
      [`GET ${database}/tables/42`]: () => ({ ...orders, schema }),
      [changes]: () => {
        schema = 'archive'
        return { id: 42, trash_id: null, history_id: null }
      },
    })
    await user.selectOptions(panel.getByRole('combobox', { name: 'Schema' }), 'archive')
    await user.click(saveButton(panel))
    await waitFor(() => expect(sent()).toMatchObject([{ design: { schema: 'archive' } }]))
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'Schema' })).toHaveProperty('value', 'archive'),
    )
  })

  test('can be undone from its message', async () => {
    const undo = `POST ${database}/history/kept/undo`
    const { app, panel } = await opened({
      [changes]: { id: 42, trash_id: null, history_id: 'kept' },
      [undo]: { outcome: 'saved', results: null, history_id: 'undone', cascaded: 0 },
    })
    await user.click(panel.getByRole('checkbox', { name: 'Realtime' }))
    await user.click(saveButton(panel))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Undone')).toBeTruthy()
    const routes = app.calls.map(({ route }) => route)
    // Displayed tables are refetched.
    expect(routes.lastIndexOf(`GET ${database}/tables`)).toBeGreaterThan(routes.indexOf(undo))
  })

  test('lists its changes, and sends them with their base version', async () => {
    const { dialog, panel, sent } = await opened()
    expect(saveButton(panel).getAttribute('aria-disabled')).toBe('true')
    await retype(panel, 'Name of note', 'remark')
    await user.click(panel.getByRole('button', { name: 'Remove person_id' }))
    await user.click(panel.getByRole('checkbox', { name: 'Realtime' }))
    expect(dialog.textContent).toContain('realtime, drop person_id, change note and 1 more')
    await user.click(saveButton(panel))
    expect(await screen.findByText('Table updated')).toBeTruthy()
    expect(sent()).toMatchObject([
      {
        action: 'alter',
        table_id: 42,
        version: 'v1',
        online: false,
        design: {
          is_realtime: true,
          foreign_keys: [],
          columns: [
            { name: 'id', was: 'id' },
            { name: 'remark', was: 'note', using: null },
          ],
        },
      },
    ])
  })

  test('has no Realtime switch without a realtime service', async () => {
    const { panel } = await opened({}, install)
    expect(panel.getByRole('checkbox', { name: 'Row level security' })).toBeTruthy()
    expect(panel.queryByRole('checkbox', { name: 'Realtime' })).toBeNull()
  })

  test('has nothing to save once the change was reverted', async () => {
    const { panel, sent } = await opened()
    await user.click(panel.getByRole('checkbox', { name: 'Row level security' }))
    expect(saveButton(panel).getAttribute('aria-disabled')).not.toBe('true')
    expect(panel.getByText('Every role with a grant can read and change all rows.')).toBeTruthy()
    await user.click(panel.getByRole('checkbox', { name: 'Row level security' }))
    await user.hover(saveButton(panel))
    expect((await screen.findByRole('tooltip')).textContent).toContain('No changes to save')
    expect(panel.queryByRole('button', { name: 'Discard' })).toBeNull()
    expect(sent()).toEqual([])
  })

  test('by another user is loaded again, and the edits are kept', async () => {
    let now = found()
    const { panel } = await opened({
      [`GET ${database}/tables/42/design`]: () => now,
      [changes]: () => {
        now = found(
          { columns: [...design.columns, { ...plainColumn, name: 'theirs', data_type: 'text' }] },
          'v2',
        )
        return refusal(409, { kind: 'conflict', message: 'The table was changed by someone else' })
      },
    })
    await retype(panel, 'Name of note', 'mine')
    await user.click(saveButton(panel))
    await panel.findByText('The table was changed by someone else')
    await user.click(panel.getByRole('button', { name: 'Reload' }))
    await screen.findByRole('textbox', { name: 'Name of theirs' })
    const again = within(screen.getByRole('dialog', { name: 'Edit orders' }))
    expect(again.getByRole('textbox', { name: 'Name of mine' })).toBeTruthy()
    expect(again.queryByText('The table was changed by someone else')).toBeNull()
  })

  test('that is locked can be retried with one click, with the edits', async () => {
    let isLocked = true
    const { panel, sent } = await opened({
      [changes]: () => {
        if (!isLocked) return { id: 42, trash_id: null, history_id: null }
        isLocked = false
        return Response.json(
          { code: 409, kind: 'conflict', message: 'Still locked by mara' },
          { status: 409, headers: { 'retry-after': '5' } },
        )
      },
    })
    await user.click(panel.getByRole('button', { name: 'Remove person_id' }))
    expect(panel.getByText('person_id and every value in it are deleted')).toBeTruthy()
    await user.click(saveButton(panel))
    await panel.findByText('Still locked by mara')
    await user.click(panel.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Table updated')
    expect(sent()).toHaveLength(2)
    expect(sent()[1]).toEqual(sent()[0])
  })

  test('asks for a USING expression when PostgreSQL has no conversion', async () => {
    const { panel, sent } = await opened({
      [changes]: (body) =>
        (body as { design: { columns: { using: string | null }[] } }).design.columns[2]?.using ===
        null
          ? refusal(422, {
              kind: 'sql_error',
              message: 'It cannot be cast',
              fields: { 'columns.2.using': 'Say how a text becomes an integer' },
            })
          : { id: 42, trash_id: null, history_id: null },
    })
    const details = panel.getByRole('button', { name: 'Details of note' })
    await user.click(details)
    await retype(panel, 'Custom type', 'integer')
    await user.click(details)
    await user.click(saveButton(panel))
    await panel.findByText('Say how a text becomes an integer')
    // The error opens the details, and they stay open while it is fixed.
    await user.type(panel.getByRole('textbox', { name: 'USING expression' }), 'length(note)')
    await user.click(saveButton(panel))
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()[1]).toMatchObject({
      design: { columns: [{}, {}, { data_type: 'integer', using: 'length(note)' }] },
    })
  })
})

test('a new foreign key starts with the choice of its table', async () => {
  const { panel } = await opened()
  await user.click(panel.getByRole('button', { name: 'Add foreign key' }))
  expect(document.activeElement).toBe(panel.getByRole('button', { name: 'Choose a table' }))
})

describe('the effect of a change on others', () => {
  test('is shown before it runs, with its duration, its lock and an online alternative', async () => {
    const { panel, sent } = await opened({
      [preview]: (body) => previewed((body as { online?: boolean }).online === true ? null : note),
    })
    expect(panel.queryByRole('checkbox', { name: /^Validate existing rows without/u })).toBeNull()
    await user.click(panel.getByRole('button', { name: 'Details of note' }))
    await user.click(panel.getByRole('checkbox', { name: 'Nullable' }))
    expect(
      await panel.findByText('Reads every row: about 4 min, estimated from the size'),
    ).toBeTruthy()
    expect(
      panel.getByText(/SHARE ROW EXCLUSIVE on public\.orders, 3.* GB: blocks writes/u),
    ).toBeTruthy()
    expect(panel.getByText('Safer: Add it for new rows first.')).toBeTruthy()
    await user.click(panel.getByRole('checkbox', { name: /^Validate existing rows without/u }))
    await waitFor(() => expect(panel.queryByText(/about 4 min/u)).toBeNull())
    await user.click(saveButton(panel))
    await waitFor(() => expect(sent()).toMatchObject([{ online: true }]))
  })

  test('is omitted when only the catalog changes', async () => {
    const { panel } = await opened({
      [preview]: previewed({ ...note, work: 'instant', estimate_seconds: 0 }),
    })
    await user.type(panel.getByRole('textbox', { name: 'Comment' }), 'All')
    expect(await panel.findByText(/^Instant on a table of any size/u)).toBeTruthy()
    expect(panel.queryByText(/Reads every row/u)).toBeNull()
  })
})

describe('rows that violate a foreign key', () => {
  const violations = `POST ${database}/tables/42/violations`

  test('are shown before it is validated, and can be kept', async () => {
    const { app, panel } = await opened({
      [violations]: {
        count: 2,
        has_more: false,
        columns: ['id', 'person_id'],
        rows: [
          ['8', '77'],
          ['9', null],
        ],
      },
    })
    const key = within(panel.getByRole('group', { name: 'key to people' }))
    const isForAll = key.getByRole<HTMLInputElement>('checkbox', {
      name: 'Validate existing rows',
    })
    await user.click(isForAll)
    await user.click(key.getByRole('button', { name: 'Find invalid rows' }))
    await key.findByText('2 rows reference missing rows')
    expect(key.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      '8',
      '77',
      '9',
      'NULL',
    ])
    expect(app.calls.find(({ route }) => route === violations)?.body).toEqual({
      columns: ['person_id'],
      references: { schema: 'public', table: 'people', columns: ['id'] },
    })
    await user.click(key.getByRole('button', { name: 'Skip validation' }))
    expect(isForAll.checked).toBe(false)
    expect(key.getByText(/the key applies to new rows only\.$/u)).toBeTruthy()
  })

  test('are none when every row satisfies it', async () => {
    const { panel } = await opened({
      [violations]: { count: 0, has_more: false, columns: ['id'], rows: [] },
    })
    await user.click(panel.getByRole('button', { name: 'Find invalid rows' }))
    expect(await panel.findByText('All rows are valid.')).toBeTruthy()
  })
})

test('a table cannot be changed without the right', async () => {
  const app = openApp(
    `/project/${shop.ref}/editor`,
    signedIn({
      'GET /platform/profile/permissions': rulesFor('Read-only'),
      [`GET ${database}/schemas`]: [{ name: 'public', owner: 'postgres' }],
      [`GET ${database}/tables`]: { tables: [orders], has_more: false },
    }),
  )
  fireEvent.contextMenu(await screen.findByRole('treeitem', { name: /^orders/u }))
  const entry = await screen.findByRole('menuitem', { name: /^Edit table/u })
  expect(entry.getAttribute('aria-disabled')).toBe('true')
  await user.click(entry)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(app.calls.filter(({ route }) => route.endsWith('/design'))).toEqual([])
})
