// @vitest-environment jsdom
import type { RowOperation, TableDetail } from '@basalt/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { storage } from '../../../lib/storage.ts'
import { type Answers, profile, shop } from '../../../testing/answers.ts'
import { database, saved } from '../../../testing/open-part.tsx'
import { openTable } from '../../../testing/open-table.tsx'
import { column, plants } from '../../../testing/plants.ts'
import type { CellEdit } from '../cell-edits.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const saves = `POST ${database}/changes`
const table: TableDetail = {
  ...plants,
  id: 900,
  columns: [column('id', { is_primary_key: true }), column('name'), column('price')],
}
const rows = [
  ['1', 'moss', '1.00'],
  ['2', 'fern', ''],
]

function open(answers: Answers, left: CellEdit[] = []) {
  const app = openTable(table, { rows, answers })
  // The app begins with an empty browser; what is left is looked for after its rows are shown.
  const setting = storage.leftEdits(profile.id, shop.ref, table.id)
  setting.set(JSON.stringify(left))
  const kept = () => JSON.parse(setting.get() ?? '[]') as CellEdit[]
  const sent = () =>
    app.calls.flatMap(({ route, body }) =>
      route === saves ? [body as { operations: RowOperation[] }] : [],
    )
  return { ...app, kept, sent }
}

const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /, text/u })

async function type(cell: HTMLElement, text: string) {
  await userEvent.dblClick(cell)
  await userEvent.clear(await field())
  await userEvent.type(await field(), text)
}

/** What the page prepares after its rows comes too late for what is done. */
async function withoutKeeping<Result>(act: () => Promise<Result>): Promise<Result> {
  const { setTimeout: later } = globalThis
  const timers = vi.spyOn(globalThis, 'setTimeout')
  timers.mockImplementation((run: () => void, delay?: number) =>
    later(run, delay === 200 ? 60_000 : delay),
  )
  try {
    return await act()
  } finally {
    timers.mockRestore()
  }
}

describe('what is left of an earlier visit', () => {
  const typed = (text: string): CellEdit => ({
    key: ['1'],
    column: 'name',
    typed: text,
    previous: 'moss',
    state: 'typed',
  })

  test('is kept while it is typed, and no longer once it is stored or given up', async () => {
    const { cellWith, kept, sent } = open({ [saves]: saved({ row: ['1', 'heather', '1.00'] }) })
    await type(await cellWith('moss'), 'heat')
    await waitFor(() => expect(kept()).toMatchObject([typed('heat')]))
    await userEvent.keyboard('{Escape}')
    expect(kept()).toEqual([])
    await type(await cellWith('moss'), 'heather{Enter}')
    expect(await cellWith('heather')).toBeTruthy()
    expect(kept()).toEqual([])
    expect(sent()).toHaveLength(1)
  })

  test('is not what was sent before the code that keeps it was here', async () => {
    const { cellWith, kept } = open({ [saves]: saved({ row: ['1', 'heather', '1.00'] }) })
    const moss = await withoutKeeping(async () => {
      const cell = await cellWith('moss')
      await type(cell, 'heather{Enter}')
      return cell
    })
    await waitFor(() => expect(moss.textContent).toBe('heather'))
    globalThis.dispatchEvent(new Event('pagehide'))
    expect(kept()).toEqual([])
  })

  test('a text that was not ended is offered at its cell and goes on from there', async () => {
    const { cellWith, sent, kept } = open({ [saves]: saved({ row: ['1', 'heather', '1.00'] }) }, [
      typed('heat'),
    ])
    const cell = await cellWith('moss')
    await waitFor(() => expect(cell.className).toContain('grid-cell-typed'))
    await userEvent.click(cell)
    expect(await screen.findByText('This was typed here and is not saved')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Go on' }))
    expect((await field()).value).toBe('heat')
    await userEvent.type(await field(), 'her{Enter}')
    expect(await cellWith('heather')).toBeTruthy()
    expect(sent()[0]?.operations).toMatchObject([
      { key: ['1'], values: { name: 'heather' }, previous: { name: 'moss' } },
    ])
    expect(kept()).toEqual([])
    expect(cell.className).not.toContain('grid-cell-typed')
  })

  test('an edit that was refused is still there with its reason, and can be corrected', async () => {
    const { cellWith, sent, kept } = open({ [saves]: saved({ row: ['1', 'fir', '1.00'] }) }, [
      { ...typed('heather'), state: 'failed', failure: { message: 'too long' } },
    ])
    const cell = await cellWith('heather')
    await waitFor(() => expect(cell.getAttribute('aria-invalid')).toBe('true'))
    await userEvent.click(cell)
    expect(await screen.findByText('too long')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Edit again' }))
    await userEvent.clear(await field())
    await userEvent.type(await field(), 'fir{Enter}')
    expect(await cellWith('fir')).toBeTruthy()
    expect(sent()[0]?.operations).toMatchObject([{ previous: { name: 'moss' } }])
    await waitFor(() => expect(kept()).toEqual([]))
  })

  test('of a row that had another key is shown at no row, says so, and can be discarded', async () => {
    const { cellWith, kept } = open({}, [
      { ...typed('reed'), keyedBy: ['number'] },
      {
        ...typed('heather'),
        keyedBy: ['number'],
        state: 'failed',
        failure: { message: 'too long' },
      },
    ])
    const cell = await cellWith('moss')
    await userEvent.click(await screen.findByRole('button', { name: '2 not saved' }))
    expect(cell.className).not.toMatch(/typed|error/u)
    const panel = within(await screen.findByRole('dialog', { name: 'Not saved in plants' }))
    expect(panel.getAllByText(/^The key of this table is id now/u)).toHaveLength(2)
    for (const left of [1, 0]) {
      const [discard] = panel.getAllByRole('button', { name: 'Discard: name of number 1' })
      if (discard !== undefined) await userEvent.click(discard)
      await waitFor(() => expect(kept()).toHaveLength(left))
    }
  })

  test('gives the keys to its cell when it is gone to', async () => {
    const { cellWith } = open({}, [typed('reed')])
    await cellWith('moss')
    await userEvent.click(await screen.findByRole('button', { name: '1 not saved' }))
    const goTo = await screen.findByRole('button', { name: 'Go to name of id 1' })
    goTo.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // The dialog gives the focus back in a task of its own.
    await new Promise((resolve) => setTimeout(resolve, 50))
    const grid = document.activeElement
    expect(grid?.getAttribute('role')).toBe('grid')
    const active = document.querySelector(`[id="${grid?.getAttribute('aria-activedescendant')}"]`)
    expect(active?.getAttribute('aria-colindex')).toBe('3')
  })

  test('of a column that is gone is gone to nowhere, and that is said', async () => {
    const { cellWith } = open({}, [{ ...typed('reed'), column: 'latin' }])
    await cellWith('moss')
    await userEvent.click(await screen.findByRole('button', { name: '1 not saved' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Go to latin of id 1' }))
    expect(await screen.findByText('This table has no column latin any more')).toBeTruthy()
    expect(screen.getByRole('dialog', { name: 'Not saved in plants' })).toBeTruthy()
  })

  test('is listed with the cells that are not in sight, and is discarded for good', async () => {
    const gone = { ...typed('reed'), key: ['77'] }
    const { cellWith, kept } = open(
      { [saves]: { outcome: 'refused', operation: 0, message: 'too long', sqlstate: '22001' } },
      [gone],
    )
    await type(await cellWith('moss'), 'heather{Enter}')
    await waitFor(() => expect(kept()).toMatchObject([gone, { state: 'failed' }]))
    await userEvent.click(await screen.findByRole('button', { name: '2 not saved' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Not saved in plants' }))
    expect(panel.getByText('too long')).toBeTruthy()
    await userEvent.click(panel.getByRole('button', { name: 'Discard: name of id 77' }))
    await waitFor(() => expect(kept()).toMatchObject([{ state: 'failed' }]))
    await userEvent.click(panel.getByRole('button', { name: 'Discard: name of id 1' }))
    await waitFor(() => expect(kept()).toEqual([]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByRole('button', { name: /not saved/u })).toBeNull()
  })

  test('is discarded with all others by one press', async () => {
    const { cellWith, kept } = open({}, [typed('reed'), { ...typed('ivy'), key: ['77'] }])
    await cellWith('moss')
    await userEvent.click(await screen.findByRole('button', { name: '2 not saved' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Discard all' }))
    await waitFor(() => expect(kept()).toEqual([]))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('button', { name: /not saved/u })).toBeNull()
  })
})
