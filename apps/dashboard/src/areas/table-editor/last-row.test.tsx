// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { storage } from '../../lib/storage/storage.ts'
import { database, saved } from '../../testing/open-part.tsx'
import { openTable } from '../../testing/open-table.tsx'
import { plants } from '../../testing/plants.ts'

const user = userEvent.setup({ delay: null })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the last row is named as such, not by its distance from a position', async () => {
  storage.queuesEdits.set(false)
  const app = openTable(
    { ...plants, row_estimate: 1500 },
    {
      rows: [],
      answers: {
        [`GET ${database}/tables/${plants.id}/rows`]: (_: unknown, query: URLSearchParams) => {
          // Rows in between stay pending.
          if (query.get('cursor') !== null) return new Promise<never>(() => undefined)
          const isEnd = query.get('at') === 'end'
          return { rows: [isEnd ? ['1500', 'sedge', null] : ['1', 'moss', null]], has_more: true }
        },
        [`POST ${database}/changes`]: saved({ row: ['1500', 'rush', null] }),
      },
    },
  )
  await user.click(await app.cellWith('moss'))
  await user.keyboard('{Control>}{End}{/Control}')
  const sedge = await app.cellWith('sedge')
  expect(screen.getByRole('rowheader', { name: 'the last row' }).textContent).toBe('−1')
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('-1')
  await user.dblClick(sedge)
  await screen.findByRole('textbox', { name: /^name, / })
  await user.keyboard('{Control>}a{/Control}rush{Enter}')
  await waitFor(() => expect(screen.getByText('Changed name of the last row')).toBeTruthy())
})

test('rows pasted after the last one are reported as new', async () => {
  storage.queuesEdits.set(false)
  const app = openTable(plants, {
    rows: [['1', 'moss', null]],
    answers: {
      [`POST ${database}/changes`]: {
        ...saved({ row: ['1', 'fern', null] }),
        results: [{ row: ['1', 'fern', null] }, { row: ['2', 'ivy', null] }],
      },
    },
  })
  await user.click(await app.cellWith('moss'))
  await user.paste('fern\nivy')
  expect(await screen.findByText('Saved 2 rows, including 1 new')).toBeTruthy()
})
