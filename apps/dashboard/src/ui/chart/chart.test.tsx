import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import type { ChartData, ChartProps, ChartRange } from './chart-data.ts'
import { Chart } from './Chart.tsx'

const data: ChartData = {
  labels: ['Mon', 'Tue', 'Wed', 'Thu'],
  positions: null,
  xKind: 'category',
  series: [
    { name: 'read', values: [1, 2, 3, Number.NaN], texts: ['1', '2', '3', null] },
    { name: 'written', values: [4, 5, 6, 7], texts: ['4.00', '5.00', '6.00', '7.00'] },
  ],
}

async function open(props: Partial<ChartProps> = {}) {
  render(<Chart title="Rows by day" kind="bar" data={data} xName="Day" {...props} />)
  return screen.findByRole('group', { name: 'Chart of Rows by day' })
}

const read = () => screen.queryByRole('status')?.textContent

test('the arrow keys move over the points, whose exact values are read out', async () => {
  const chart = await open()
  const user = userEvent.setup()
  chart.focus()
  await user.keyboard('{ArrowRight}')
  expect(read()).toBe('Monread1written4.00')
  await user.keyboard('{ArrowRight}{ArrowDown}')
  expect(read()).toBe('Wedread3written6.00')
  await user.keyboard('{End}')
  expect(read()).toBe('ThureadNULLwritten7.00')
  await user.keyboard('{ArrowRight}{Home}')
  expect(read()).toBe('Monread1written4.00')
  await user.keyboard('{Escape}')
  expect(read()).toBeUndefined()
})

test('the legend switches a series off and on', async () => {
  const chart = await open()
  const user = userEvent.setup()
  const name = screen.getByRole('button', { name: 'read' })
  expect(name.getAttribute('aria-pressed')).toBe('true')
  await user.click(name)
  expect(name.getAttribute('aria-pressed')).toBe('false')
  chart.focus()
  await user.keyboard('{ArrowRight}')
  expect(read()).toBe('Monwritten4.00')
  await user.click(name)
  expect(read()).toBe('Monread1written4.00')
})

test('the points are also a table', async () => {
  await open()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Show as table' }))
  const table = screen.getByRole('table', { name: 'Rows by day' })
  expect(
    within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual(['Dayreadwritten', 'Mon14.00', 'Tue25.00', 'Wed36.00', 'ThuNULL7.00'])
  await user.click(screen.getByRole('button', { name: 'Hide table' }))
  expect(screen.queryByRole('table')).toBeNull()
})

test('Shift and the arrow keys select a range, and Enter applies it', async () => {
  const onSelectRange = vi.fn<(range: ChartRange) => void>()
  const chart = await open({ kind: 'histogram', onSelectRange })
  const user = userEvent.setup()
  chart.focus()
  await user.keyboard('{ArrowRight}{ArrowRight}{Shift>}{ArrowRight}{ArrowRight}{/Shift}{Enter}')
  expect(onSelectRange).toHaveBeenCalledExactlyOnceWith({ from: 1, to: 3 })
  await user.keyboard('{Shift>}{ArrowLeft}{/Shift}{Escape}{Enter}')
  expect(onSelectRange).toHaveBeenCalledOnce()
})

test.each(['line', 'area', 'bar', 'histogram', 'scatter'] as const)(
  'a chart of the kind %s draws with every setting',
  async (kind) => {
    for (const isSwapped of [false, true]) {
      for (const isLog of [false, true]) {
        const { unmount } = render(
          <Chart title="All" kind={kind} data={data} {...{ isSwapped, isLog }} hasLabels />,
        )
        expect(await screen.findByRole('img', { name: 'All: 4 points' })).toBeTruthy()
        unmount()
      }
    }
  },
)

test('a chart without points and one that failed say so', async () => {
  render(<Chart title="None" kind="line" data={{ ...data, labels: [] }} />)
  expect(await screen.findByText('No points to chart')).toBeTruthy()
  render(<Chart title="Failed" kind="line" data={data} failure="The server did not answer" />)
  expect(await screen.findByText('The server did not answer')).toBeTruthy()
})
