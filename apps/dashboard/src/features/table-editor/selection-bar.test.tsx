// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { listenForShortcuts } from '../../lib/shortcuts.ts'
import { shop } from '../../testing/answers.ts'
import { openPart } from '../../testing/open-part.tsx'
import { plants } from '../../testing/plants.ts'
import { SelectionBar } from './SelectionBar.tsx'

vi.setConfig({ testTimeout: 30_000 })

const user = userEvent.setup({ delay: null })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(more: Partial<Parameters<typeof SelectionBar>[0]['chosen']>) {
  const clear = vi.fn<() => void>()
  const chosen = { keys: [['1']], count: 1, isWhole: false, isDeleteAsked: false, clear, ...more }
  openPart(() => (
    <SelectionBar
      projectRef={shop.ref}
      table={plants}
      chosen={chosen}
      onDeleted={() => undefined}
      onStage={() => undefined}
    />
  ))
  return { clear }
}

async function reason(button: string) {
  await user.hover(await screen.findByRole('button', { name: button }))
  return (await screen.findByRole('tooltip')).textContent
}

test('a selection of all rows is named and can be let go, and is too much to be deleted', async () => {
  const { clear } = open({ keys: [], count: Infinity, isWhole: true })
  expect(await screen.findByText('All rows selected')).toBeTruthy()
  expect(await reason('Delete all rows')).toContain('At most 10,000 rows are deleted at once')
  await user.click(screen.getByRole('button', { name: 'Clear the selection' }))
  expect(clear).toHaveBeenCalledOnce()
})

test('rows of a range that were never read keep it from being deleted, with the reason', async () => {
  open({ count: 7000 })
  expect(await screen.findByText('7,000 rows selected')).toBeTruthy()
  expect(await reason('Delete 7,000 rows')).toContain('Not all of these rows were read')
  await user.unhover(screen.getByRole('button', { name: 'Delete 7,000 rows' }))
  const stop = listenForShortcuts()
  await user.keyboard('{Delete}')
  stop()
  const toasts = await screen.findAllByText(/^Not all of these rows were read/u)
  expect(toasts.some((one) => one.closest('[role="tooltip"]') === null)).toBe(true)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('keys that are empty or of spaces can be read where it is asked whether to delete', async () => {
  open({ keys: [[''], ['  '], ['fern']], count: 3 })
  await user.click(await screen.findByRole('button', { name: 'Delete 3 rows' }))
  expect(await screen.findByText(/will be deleted/u)).toHaveProperty(
    'textContent',
    'The rows with id empty text, ␣␣, fern will be deleted.',
  )
})
