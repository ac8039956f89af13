// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { openTable } from '../../testing/open-table.tsx'
import { plantRows, plants } from '../../testing/plants.ts'

const user = userEvent.setup({ delay: null })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const active = () => document.querySelector('.grid-cell-active')?.textContent

// The code of the menu is loaded while the keys are pressed.
test('keys pressed while the code of a menu is loaded change no cell', async () => {
  const app = openTable(plants, { rows: plantRows })
  await user.click(await app.cellWith('moss'))
  await user.keyboard('{Shift>}{F10}{/Shift}x{Delete}')
  await waitFor(() => expect(document.activeElement?.closest('[role="menu"]')).toBeTruthy())
  expect(active()).toBe('moss')
  expect(screen.queryByRole('textbox', { name: /^name, / })).toBeNull()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('grid')))
  await user.keyboard('{ArrowDown}')
  expect(active()).toBe('fern')
})

test('keys pressed right after a choice in a menu are for the cells', async () => {
  const app = openTable(plants, { rows: plantRows })
  await user.pointer({ keys: '[MouseRight]', target: await app.cellWith('moss') })
  const copying = await screen.findByRole('menuitem', { name: /^Copy Ctrl/u })
  fireEvent.click(copying)
  // In the same task: no timer has run.
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowDown' })
  await waitFor(() => expect(active()).toBe('fern'))
  expect(document.activeElement).toBe(screen.getByRole('grid'))
})

test('a menu that is opened by keys has its first entry focused', async () => {
  const app = openTable(plants, { rows: plantRows })
  await user.click(await app.cellWith('moss'))
  await user.keyboard('{Shift>}{F10}{/Shift}')
  const copying = await screen.findByRole('menuitem', { name: /^Copy Ctrl/u })
  await waitFor(() => expect(document.activeElement).toBe(copying))
})
