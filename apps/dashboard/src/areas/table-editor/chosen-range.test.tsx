// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { openTable } from '../../testing/open-table.tsx'
import { hearPageKeys } from '../../testing/page-keys.ts'
import { column, plants } from '../../testing/plants.ts'

const user = userEvent.setup({ delay: null })

hearPageKeys()
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const cell = (name: string) => screen.getByRole('gridcell', { name })
/** The chosen rows, by their names. */
const chosen = () =>
  screen
    .getAllByRole('row', { selected: true })
    .map((row) => row.querySelector('[data-column="1"]')?.textContent?.slice(6))
    .join(' ')
const none = () => expect(screen.queryAllByRole('row', { selected: true })).toEqual([])

/** A table of nine rows; the fifth one's name is active. */
async function open() {
  openTable(
    {
      ...plants,
      row_estimate: 9,
      columns: [column('id', { is_primary_key: true }), column('name')],
    },
    { rows: Array.from({ length: 9 }, (_, at) => [String(at + 1), `plant ${at + 1}`]) },
  )
  await user.click(await screen.findByRole('gridcell', { name: 'plant 5' }))
}

const choose = '{Shift>} {/Shift}'
const extend = (keys: string) => `{Shift>}${keys}{/Shift}`

test('Shift and arrow keys extend and shrink the selected rows, on both sides', async () => {
  await open()
  await user.keyboard(choose)
  expect(chosen()).toBe('5')
  await user.keyboard(extend('{ArrowDown}{ArrowDown}'))
  expect(chosen()).toBe('5 6 7')
  expect(await screen.findByText('3 rows selected')).toBeTruthy()
  await user.keyboard(extend('{ArrowUp}'))
  expect(chosen()).toBe('5 6')
  await user.keyboard(extend('{ArrowUp}{ArrowUp}{ArrowUp}'))
  expect(chosen()).toBe('3 4 5')
  await user.keyboard(extend('{ArrowLeft}'))
  expect(chosen()).toBe('3 4 5')
  expect(await screen.findByText('3 rows selected')).toBeTruthy()
  await user.keyboard(extend('{Control>}{ArrowDown}{/Control}'))
  expect(chosen()).toBe('5 6 7 8 9')
})

test('all rows of a range are selected, and deselected with it, as with a click', async () => {
  await open()
  await user.keyboard(extend('{ArrowDown}{ArrowDown}') + choose)
  expect(chosen()).toBe('5 6 7')
  await user.keyboard(extend('{ArrowUp}'))
  expect(chosen()).toBe('5 6')
  await user.keyboard('{Shift>}')
  await user.click(cell('plant 8'))
  await user.keyboard('{/Shift}')
  expect(chosen()).toBe('5 6 7 8')
})

test('another range keeps the selected rows', async () => {
  await open()
  await user.keyboard(`${choose}{ArrowDown}${extend('{ArrowDown}')}`)
  expect(chosen()).toBe('5')
  await user.keyboard(choose)
  expect(chosen()).toBe('5 6 7')
  await user.keyboard(extend('{ArrowUp}'))
  expect(chosen()).toBe('5 6')
})

test('deselected rows are not selected again by an arrow key', async () => {
  await open()
  await user.keyboard(choose + choose)
  none()
  await user.keyboard(extend('{ArrowDown}'))
  none()
  await user.keyboard(choose)
  expect(chosen()).toBe('5 6')
  await user.click(await screen.findByRole('button', { name: 'Clear selection' }))
  await waitFor(none)
  screen.getByRole('grid').focus()
  await user.keyboard(extend('{ArrowDown}'))
  none()
})

test('a row deselected by a click stays so, and one selected by a click stays selected', async () => {
  await open()
  const label = (row: number) => screen.getAllByRole('rowheader')[row - 1] ?? document.body
  await user.click(label(1))
  await user.keyboard(extend('{ArrowDown}{ArrowDown}') + choose)
  await user.click(label(6))
  screen.getByRole('grid').focus()
  await user.keyboard(extend('{ArrowDown}'))
  expect(chosen()).toBe('1 5 7 8')
  await user.keyboard(extend('{ArrowUp}{ArrowUp}{ArrowUp}'))
  expect(chosen()).toBe('1 5')
})

test('all rows selected with Mod A shrink with the range, too', async () => {
  await open()
  await user.keyboard(`{Control>}a{/Control}${extend('{ArrowUp}')}`)
  expect(chosen()).toBe('1 2 3 4 5 6 7 8')
})
