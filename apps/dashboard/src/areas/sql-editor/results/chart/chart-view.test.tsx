// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { sqlStorage } from '../../../../lib/storage/sql-storage.ts'
import { shop } from '../../../../testing/answers.ts'
import { openResult, orders } from '../../../../testing/open-result.tsx'
import type { StatementResult } from '../../runs/run-model.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const days: StatementResult = {
  ...orders,
  fields: [
    { name: 'day', type: 'date' },
    { name: 'sold', type: 'bigint' },
    { name: 'lost', type: 'bigint' },
  ],
  rows: Array.from({ length: 2500 }, (_, at) => [
    new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10),
    String(at % 10),
    String(-at),
  ]),
  rowCount: 2500,
}

async function openChart(result: StatementResult) {
  openResult({ result })
  await userEvent.click(await screen.findByRole('tab', { name: 'Chart' }))
  return screen.findByRole('region', { name: 'Chart' })
}

describe('a chart', () => {
  test('of days starts as a line, and reports that not every point is drawn', async () => {
    const chart = await openChart(days)
    expect(screen.getByLabelText<HTMLSelectElement>('Type').value).toBe('line')
    expect(chart.textContent).toMatch(/[\d,]+ of 2,500 points shown/u)
  })

  const orderRows = Array.from({ length: 6 }, (_, at) => [
    at % 2 === 0 ? 'new' : 'paid',
    String(at),
  ])
  const byStatus: StatementResult = {
    ...orders,
    fields: [
      { name: 'status', type: 'text' },
      { name: 'total', type: 'numeric' },
    ],
    rows: orderRows,
    rowCount: 6,
  }

  test('adds the rows with the same x, or applies the chosen aggregate', async () => {
    const chart = await openChart(byStatus)
    const aggregate = screen.getByLabelText<HTMLSelectElement>('Aggregate')
    expect(aggregate.value).toBe('sum')
    const drawing = await within(chart).findByRole('group', {
      name: 'Chart of Sum of total by status',
    })
    drawing.focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(within(drawing).getByRole('status').textContent).toBe('newtotal6')
    await userEvent.selectOptions(aggregate, 'Average')
    expect(within(chart).getByText('Average of total by status', { selector: 'span' })).toBeTruthy()
    expect(within(drawing).getByRole('status').textContent).toBe('newtotal2')
    expect(sqlStorage.resultChart(shop.ref, 'one').get()).toContain('"aggregate":"avg"')
    await userEvent.selectOptions(screen.getByLabelText('Type'), 'Scatter')
    expect(screen.queryByLabelText('Aggregate')).toBeNull()
  })

  test('of bars reports repeated values, and suggests an aggregate', async () => {
    const chart = await openChart(byStatus)
    expect(within(chart).queryByText(/6 bars/u)).toBeNull()
    await userEvent.selectOptions(screen.getByLabelText('Aggregate'), 'None')
    expect(within(chart).getByText(/6 bars for 2 values of status.*an aggregate/u)).toBeTruthy()
    await userEvent.selectOptions(screen.getByLabelText('Type'), 'Line')
    expect(within(chart).queryByText(/6 bars/u)).toBeNull()
  })

  test('of several series labels each of them, and shows the values of all at a point', async () => {
    const chart = await openChart(days)
    await userEvent.click(screen.getByLabelText('lost'))
    const drawing = await within(chart).findByRole('group', { name: 'Chart of sold, lost by day' })
    expect(within(chart).getByText('lost', { selector: 'span' })).toBeTruthy()
    drawing.focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(within(drawing).getByRole('status').textContent).toBe('2020-01-01sold0lost0')
    await userEvent.keyboard('{Escape}')
    expect(within(drawing).queryByRole('status')).toBeNull()
  })

  test('that is cumulative adds up from left to right', async () => {
    const chart = await openChart({ ...days, rowCount: 5 })
    await userEvent.click(screen.getByLabelText('Cumulative'))
    const drawing = await within(chart).findByRole('group', { name: 'Chart of sold by day' })
    drawing.focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(within(drawing).getByRole('status').textContent).toBe('2020-01-04sold6')
  })

  test('on a log scale reports values without a position', async () => {
    const chart = await openChart({ ...days, rowCount: 5 })
    await userEvent.click(screen.getByLabelText('Log scale'))
    await waitFor(() => expect(chart.textContent).toContain('zero or negative: 1 value.'))
  })

  test('without a number or without rows reports that', async () => {
    const chart = await openChart({ ...days, rowCount: 0, rows: [] })
    expect(within(chart).getByText('No rows to chart')).toBeTruthy()
  })

  test('is restored with its settings, for this query only', async () => {
    await openChart(days)
    await userEvent.selectOptions(screen.getByLabelText('Type'), 'Scatter')
    const stored = sqlStorage.resultChart(shop.ref, 'one').get()
    cleanup()
    expect(stored).toContain('"type":"scatter"')
    expect(sqlStorage.resultChart(shop.ref, 'another').get()).toBeUndefined()
  })
})
