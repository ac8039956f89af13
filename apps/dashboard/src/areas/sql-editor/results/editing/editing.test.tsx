import type { ResultOrigins } from '@basalt/contract/database/query'
import type { TableDetail } from '@basalt/contract/database/tables'
// @vitest-environment jsdom
import type { RowOperation } from '@basalt/pg-model'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useSyncExternalStore } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { type Answers, shop } from '../../../../testing/answers.ts'
import { database, openPart, saved } from '../../../../testing/open-part.tsx'
import { cellNamed } from '../../../../testing/open-result.tsx'
import { column } from '../../../../testing/plants.ts'
import type { StatementResult } from '../../runs/run-model.ts'
import { type Runs, useRuns } from '../../runs/use-runs.ts'
import { ResultView } from '../ResultView.tsx'
import { WaitingEdits } from './WaitingEdits.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const getTable = (id: number, name: string, ...names: string[]): TableDetail => ({
  id,
  schema: 'public',
  name,
  kind: 'table',
  rls_enabled: false,
  row_estimate: 2,
  comment: null,
  key: ['id'],
  columns: [
    column('id', { is_primary_key: true }),
    ...names.map((one) => column(one, { is_nullable: true })),
  ],
})
const [books, authors] = [getTable(11, 'books', 'title'), getTable(12, 'authors', 'name')]

const origins: ResultOrigins = {
  tables: [books, authors].map(({ id, schema, name, key }) => ({
    id,
    schema,
    name,
    key,
    refusal: null,
  })),
  fields: [
    { table: 0, column: 'id', is_generated: false },
    { table: 0, column: 'title', is_generated: false },
    { table: 1, column: 'id', is_generated: false },
    { table: 1, column: 'name', is_generated: false },
    null,
  ],
}

const joined: StatementResult = {
  start: 0,
  end: 0,
  state: 'done',
  fields: ['id', 'title', 'author', 'name', 'shout'].map((name) => ({ name, type: 'text' })),
  origins,
  rows: [
    ['1', 'One', '7', 'Ada', 'ADA'],
    ['2', 'Two', '7', 'Ada', 'ADA'],
    ['3', 'Three', null, null, null],
  ],
  rowCount: 3,
  isCut: false,
  notices: [],
  command: 'SELECT',
  affected: 3,
}

let queries = 0

/** The result of the current run of a separate query, with staged edits. */
function open({
  result = joined,
  ...more
}: { result?: StatementResult; answers?: Answers; without?: string } = {}) {
  queries += 1
  const queryId = `query-${queries}`
  const seen: { runs?: Runs } = {}
  function Part() {
    const runs = useRuns(shop.ref, queryId)
    seen.runs = runs
    const run = useSyncExternalStore(runs.runs.subscribe, runs.runs.get)
    return (
      <>
        <WaitingEdits projectRef={shop.ref} queryId={queryId} runs={runs} />
        <ResultView
          id="1 0"
          result={run?.statements[0] ?? result}
          projectRef={shop.ref}
          queryId={queryId}
          statement="select"
        />
      </>
    )
  }
  const tables = Object.fromEntries(
    [books, authors].map((one) => [`GET ${database}/tables/${one.id}`, one]),
  )
  const stream = new Response(
    [
      { type: 'statement', statement: 0, of: 1, start: 0, end: 6 },
      { type: 'fields', statement: 0, fields: result.fields },
      { type: 'rows', statement: 0, rows: result.rows },
      ...(result.origins === undefined
        ? []
        : [{ type: 'origins', statement: 0, ...result.origins }]),
      { type: 'complete', statement: 0, command: 'SELECT', row_count: 3, duration_ms: 1 },
      { type: 'end' },
    ]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
    { headers: { 'content-type': 'application/x-ndjson' } },
  )
  const part = openPart(Part, {
    ...more,
    answers: { ...tables, [`POST ${database}/query`]: stream, ...more.answers },
  })
  return { ...part, run: () => seen.runs?.start('select', 0) }
}

const grid = () => screen.findByRole('grid', { name: 'Result' })
/** The editing code is loaded after the rows. */
const editable = async () =>
  waitFor(async () => expect((await grid()).getAttribute('aria-readonly')).toBe('false'))
const bar = () => screen.findByRole('region', { name: 'Row changes' })

async function change(from: string, to: string) {
  const [cell] = await screen.findAllByRole('gridcell', { name: from })
  await userEvent.dblClick(cell ?? document.body)
  const field = await screen.findByRole('textbox', { name: /, text/u })
  await userEvent.clear(field)
  await userEvent.type(field, `${to}{Enter}`)
}

const changes = `POST ${database}/changes`

describe('rows of a result', () => {
  test('are edited together, and every row that shows one of them is updated', async () => {
    const { run, sent } = open({
      answers: {
        [changes]: saved({ row: ['7', 'Ada L.'] }, { row: ['1', 'Uno!'] }),
      },
    })
    await editable()
    run()
    await cellNamed('Three')
    await change('Ada', 'Ada L.')
    await change('One', 'Uno')
    expect(within(await bar()).getByText('2 changes in 2 rows of authors, books')).toBeTruthy()
    expect(screen.getAllByRole('gridcell', { name: 'Ada L.' }).length).toBe(2)
    expect(sent()).toEqual([])

    await userEvent.click(within(await bar()).getByRole('button', { name: 'Save rows' }))
    // The value after a trigger.
    expect(await cellNamed('Uno!')).toBeTruthy()
    const [first] = sent()
    expect(first?.operations).toEqual([
      {
        op: 'update',
        table: 12,
        key: ['7'],
        keyed_by: ['id'],
        values: { name: 'Ada L.' },
        defaults: [],
        previous: { id: '7', name: 'Ada' },
      },
      {
        op: 'update',
        table: 11,
        key: ['1'],
        keyed_by: ['id'],
        values: { title: 'Uno' },
        defaults: [],
        previous: { id: '1', title: 'One' },
      },
    ] satisfies RowOperation[])
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Row changes' })).toBeNull())
  })

  test('that another user changed show the current values when those are accepted', async () => {
    const conflict = { outcome: 'conflict', conflicts: [{ operation: 0, current: ['2', 'Zwei'] }] }
    const { run } = open({ answers: { [changes]: conflict } })
    await editable()
    run()
    await change('Two', 'Dos')
    await userEvent.click(within(await bar()).getByRole('button', { name: 'Save rows' }))
    expect(await screen.findByText('The row could not be saved')).toBeTruthy()
    expect(within(await bar()).getByRole('button', { name: 'Show why' })).toBeTruthy()
    const cell = await cellNamed('Dos')
    expect(cell.getAttribute('aria-invalid')).toBe('true')
    await userEvent.click(cell)
    await userEvent.click(await screen.findByRole('button', { name: 'Use theirs' }))
    expect(await cellNamed('Zwei')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Row changes' })).toBeNull()
  })

  test('keep edits through another run, with undo', async () => {
    const { run } = open()
    await editable()
    run()
    await change('Two', 'Dos')
    await change('One', 'Uno')
    run()
    expect(await cellNamed('Uno')).toBeTruthy()
    const undo = within(await bar()).getByRole('button', { name: /^Undo/u })
    await userEvent.click(undo)
    expect(await cellNamed('One')).toBeTruthy()
    expect(within(await bar()).getByText('1 change in 1 row of books')).toBeTruthy()
    await userEvent.click(within(await bar()).getByRole('button', { name: 'Discard' }))
    expect(await cellNamed('Two')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('grid'))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await cellNamed('Dos')).toBeTruthy()
  })
})

describe('a read-only cell', () => {
  test.each([
    ['a computed one', 'ADA', 'This value is computed by the query'],
    ['one of a row that the join did not find', 'NULL', 'This row has no match in authors'],
  ])('shows the reason: %s', async (_, name, reason) => {
    open()
    await editable()
    const [cell] = await screen.findAllByRole('gridcell', { name })
    await userEvent.click(cell ?? document.body)
    await userEvent.keyboard('{F2}')
    expect(await screen.findByText(reason)).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: /, text/u })).toBeNull()
  })

  test('shows its row on Enter, and an editable one on Shift+Enter', async () => {
    open()
    await editable()
    await userEvent.click(await cellNamed('Two'))
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
    const row = await screen.findByRole('complementary', { name: 'Row' })
    expect(within(row).getByText('Row 2 of 3')).toBeTruthy()
  })

  test('is every one without the right to change rows, and Enter shows the row', async () => {
    open({ without: 'tenant:Sql:Write:Update' })
    await userEvent.click(await cellNamed('Two'))
    // The reason is loaded after the rows.
    await waitFor(async () => {
      await userEvent.keyboard('{F2}')
      expect(screen.getByText(/need additional permissions to edit rows/u)).toBeTruthy()
    })
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByRole('complementary', { name: 'Row' })).toBeTruthy()
    expect((await grid()).getAttribute('aria-readonly')).toBe('true')
  })
})

test('a reference over several columns sets all of them, when the result shows them', async () => {
  const pairs = [
    { column: 'title', referenced: 'a' },
    { column: 'id', referenced: 'b' },
  ]
  const references = { table_id: 7, schema: 'public', table: 'lines', column: 'a', pairs }
  const withKey = {
    ...books,
    columns: [column('id', { is_primary_key: true }), column('title', { references })],
  }
  const app = open({
    answers: {
      [`GET ${database}/tables/11`]: withKey,
      [`GET ${database}/tables/7/candidates`]: {
        label_column: null,
        candidates: [{ value: 'x', key: ['x', '9'], label: null }],
        next: null,
      },
    },
  })
  await editable()
  const [cell] = await screen.findAllByRole('gridcell', { name: 'One' })
  await userEvent.dblClick(cell ?? document.body)
  await userEvent.click(await screen.findByRole('button', { name: 'x, 9' }))
  await userEvent.click(within(await bar()).getByRole('button', { name: /^Save/u }))
  await waitFor(() => expect(app.calls.some(({ route }) => route === changes)).toBe(true))
  const sent = app.calls.find(({ route }) => route === changes)?.body
  expect(sent).toMatchObject({
    operations: [{ values: { id: '9', title: 'x' }, previous: { id: '1', title: 'One' } }],
  })
})
