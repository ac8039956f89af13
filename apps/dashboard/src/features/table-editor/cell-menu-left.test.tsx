// @vitest-environment jsdom
import { configure, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { openTable } from '../../testing/open-table.tsx'
import { plantRows, plants } from '../../testing/plants.ts'

configure({ asyncUtilTimeout: 8000 })
vi.setConfig({ testTimeout: 30_000 })

// In a file of its own: the code of the menu is not here yet.
test('what was pressed behind the choice from a menu is for the cells', async () => {
  const user = userEvent.setup({ delay: null })
  const app = openTable(plants, { rows: plantRows })
  await user.click(await app.cellWith('moss'))
  await user.keyboard('{Shift>}{F10}{/Shift}{ArrowDown}{Escape}{ArrowDown}')
  const active = () => document.querySelector('.grid-cell-active')?.textContent
  expect(active()).toBe('moss')
  await waitFor(() => expect(active()).toBe('fern'))
  expect(screen.queryByRole('menu')).toBeNull()
})
