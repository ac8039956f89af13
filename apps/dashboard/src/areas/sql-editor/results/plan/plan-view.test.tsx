// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { shop } from '../../../../testing/answers.ts'
import { openPart } from '../../../../testing/open-part.tsx'
import { ExplainMenu } from '../../running/ExplainMenu.tsx'
import { pinResult, unpinResult } from '../../runs/pinned-results.ts'
import type { StatementResult } from '../../runs/run-model.ts'
import { ResultView } from '../ResultView.tsx'

afterEach(() => {
  cleanup()
  unpinResult('1 0')
  unpinResult('other')
  vi.unstubAllGlobals()
})

const recorded = readFileSync(
  join(import.meta.dirname, '../../../../product/plan-view/recorded-plans.jsonl'),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { name: string; measured: string; measuredText: string })

function getResult(
  name: string,
  format: 'measured' | 'measuredText' = 'measured',
): StatementResult {
  const source = recorded.find((one) => one.name === name)?.[format] ?? ''
  const lines = format === 'measured' ? [source] : source.split('\n')
  return {
    start: 0,
    end: 0,
    state: 'done',
    fields: [{ name: 'QUERY PLAN', type: format === 'measured' ? 'json' : 'text' }],
    rows: lines.map((line) => [line]),
    rowCount: lines.length,
    isCut: false,
    notices: [],
    command: 'EXPLAIN',
  }
}

const open = (result: StatementResult) =>
  openPart(() => <ResultView id="1 0" result={result} projectRef={shop.ref} queryId="one" />)

const tree = () => screen.findByRole('tree', { name: 'Plan' })

describe('a plan', () => {
  test('is a tree with keyboard navigation, and shows all properties of its active node', async () => {
    open(getResult('hash join'))
    const items = within(await tree()).getAllByRole('treeitem')
    expect(items[0]?.textContent).toContain('HashAggregate')
    items[0]?.focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement?.textContent).toContain('Seq Scan shop.orders o')
    const details = screen.getByRole('complementary', { name: 'Seq Scan on shop.orders o' })
    expect(within(details).getAllByText('60,000')).toHaveLength(2)
    expect(within(details).getByText('All blocks')).toBeTruthy()
    await userEvent.keyboard('{Home}{ArrowLeft}')
    expect(screen.getAllByRole('treeitem')).toHaveLength(1)
    expect(screen.getByRole('treeitem').getAttribute('aria-expanded')).toBe('false')
    await userEvent.keyboard('{ArrowRight}{End}{ArrowLeft}')
    expect(document.activeElement?.textContent).toContain('Hash')
  })

  test('is shown as text and as JSON, too, and as its text rows', async () => {
    open(getResult('sort to disk'))
    await tree()
    await userEvent.click(screen.getByRole('tab', { name: 'Text' }))
    const text = screen.getByRole('region', { name: 'Plan as text' }).textContent ?? ''
    expect(text).toMatch(/^Sort {2}\(cost=[\d.]+\.\.[\d.]+ rows=60000 width=\d+\) \(actual time=/u)
    expect(text).toContain('\n  ->  Seq Scan on shop.orders')
    await userEvent.click(screen.getByRole('tab', { name: 'JSON' }))
    const json = screen.getByRole('region', { name: 'Plan as JSON' }).textContent ?? ''
    expect(JSON.parse(json)).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Show as rows' }))
    expect(await screen.findByRole('grid', { name: 'Result' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Show plan' }))
    expect(await tree()).toBeTruthy()
  })

  test('of a manual EXPLAIN is parsed from its text', async () => {
    open(getResult('nested loop', 'measuredText'))
    expect(within(await tree()).getByText('Nested Loop')).toBeTruthy()
    expect(screen.queryByRole('tab', { name: 'JSON' })).toBeNull()
    expect(screen.getByText(/^Execution [\d.]+ ms$/u)).toBeTruthy()
  })

  test('has hints, and links to their nodes', async () => {
    open(getResult('sort to disk'))
    const hints = await screen.findByRole('list', { name: 'Findings' })
    await userEvent.click(within(hints).getByRole('button', { name: /did not fit into memory/u }))
    expect(document.activeElement?.getAttribute('data-plan-node')).toBe('0')
  })

  test('marks nodes that were not executed, loops and parts of the statement', async () => {
    open(getResult('never executed'))
    expect(within(await tree()).getAllByText('never executed').length).toBeGreaterThan(0)
    cleanup()
    open(getResult('sub plan'))
    expect(within(await tree()).getByText(/^SubPlan/u)).toBeTruthy()
    expect(within(await tree()).getAllByText('39 ×').length).toBeGreaterThan(0)
  })

  test('is compared node by node with a pinned one', async () => {
    pinResult({
      id: 'other',
      projectRef: shop.ref,
      kind: 'plan',
      label: 'Before the index',
      statement: undefined,
      result: getResult('seq scan'),
    })
    open(getResult('index scan'))
    await tree()
    await userEvent.click(await screen.findByRole('tab', { name: 'Compare' }))
    const table = within(screen.getByRole('region', { name: 'Plan comparison' })).getByRole('table')
    expect(within(table).getByRole('columnheader', { name: 'Before the index' })).toBeTruthy()
    const [, , scan] = within(table).getAllByRole('row')
    expect(scan?.textContent).toMatch(
      /Seq Scan on shop\.orders.*Index Scan using orders_pkey.*quicker/u,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Pin to compare' }))
    expect(screen.getByRole('button', { name: 'Unpin' })).toBeTruthy()
  })
})

test('a plan has settings and triggers of the whole', async () => {
  open(getResult('insert with trigger'))
  await tree()
  expect(screen.getByText('Trigger noted')).toBeTruthy()
  expect(screen.getByText('Setting search_path')).toBeTruthy()
})

test('an incomplete plan is awaited', async () => {
  open({ ...getResult('hash join'), state: 'running', rows: [], rowCount: 0 })
  expect(await screen.findByText('Waiting for the plan…')).toBeTruthy()
})

test('a statement is explained, or executed for measuring', async () => {
  const requested = vi.fn<(how: { isRun: boolean }) => void>()
  openPart(() => <ExplainMenu disabledReason={undefined} onExplain={requested} />)
  for (const name of ['Explain', 'Explain analyze']) {
    await userEvent.click(await screen.findByRole('button', { name: 'Explain' }))
    await userEvent.click(await screen.findByRole('menuitem', { name }))
  }
  expect(requested.mock.calls).toEqual([[{ isRun: false }], [{ isRun: true }]])
})
