// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { shop } from '../../../testing/answers.ts'
import { openPart } from '../../../testing/open-part.tsx'
import { cellNamed, chooseIn, openResult, orders } from '../../../testing/open-result.tsx'
import { pinResult, unpinResult, usePinnedResults } from '../runs/pinned-results.ts'
import { PinnedPane } from './PinnedPane.tsx'

afterEach(() => {
  cleanup()
  for (const id of ['a', 'b', 'c', 'd']) unpinResult(id)
  vi.unstubAllGlobals()
})

async function openCellMenu(cell: string) {
  await userEvent.click(await cellNamed(cell))
  await userEvent.keyboard('{Shift>}{F10}{/Shift}')
  return screen.findByRole('menu', { name: 'Cell' })
}

describe('a cell', () => {
  test('has a menu that copies it, and shows its row', async () => {
    userEvent.setup()
    openResult()
    await openCellMenu('9.5')
    // A menu handles clicks once it has become the uppermost layer.
    await waitFor(async () => {
      for (const item of screen.queryAllByRole('menuitem', { name: 'Copy as JSON' }))
        await userEvent.click(item)
      expect(await navigator.clipboard.readText()).toBe('[\n  { "total": 9.5 }\n]\n')
    })
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await waitFor(async () => {
      // An earlier click only closed it.
      if (screen.queryByRole('complementary', { name: 'Row' }) === null) await openCellMenu('9.5')
      for (const item of screen.queryAllByRole('menuitem', { name: /^Show row/u }))
        await userEvent.click(item)
      const row = screen.getByRole('complementary', { name: 'Row' })
      expect(within(row).getByText('Row 2 of 3')).toBeTruthy()
    })
  })

  test('shows its whole value by Space', async () => {
    openResult()
    await userEvent.click(await cellNamed('9.5'))
    await userEvent.keyboard(' ')
    const panel = await screen.findByRole('complementary', { name: 'total, row 2' })
    expect(within(panel).getByText('9.5')).toBeTruthy()
  })
})

describe('selected rows', () => {
  test('are copied, until the order of rows changes', async () => {
    userEvent.setup()
    openResult()
    await userEvent.click(await cellNamed('9.5'))
    await userEvent.keyboard('{Shift>} {/Shift}')
    await chooseIn('Copy rows', 'CSV')
    await screen.findByText('1 row copied as CSV')
    expect(await navigator.clipboard.readText()).toBe(
      'id,country,total,is_paid\r\n2,FR,9.5,false\r\n',
    )
    await userEvent.type(screen.getByRole('searchbox'), 'DE')
    await screen.findByText('2 of 3 rows match')
    await chooseIn('Copy rows', 'CSV')
    expect(await screen.findByText('2 rows copied as CSV')).toBeTruthy()
  })
})

describe('pinned results', () => {
  function Pane() {
    const [chosen, onChoose] = useState<string>()
    const pinned = usePinnedResults(shop.ref)
    return <PinnedPane {...{ pinned, chosen, onChoose }} statements={[]} present={undefined} />
  }
  const pin = (id: string, projectRef = shop.ref) =>
    pinResult({
      id,
      projectRef,
      kind: 'rows',
      label: `Result ${id}`,
      statement: '',
      result: orders,
    })

  test('are three at most, of this project, and chosen by their label', async () => {
    for (const id of ['a', 'b', 'c', 'd']) pin(id)
    openPart(Pane)
    const choice = await screen.findByRole('combobox', { name: 'Pinned result' })
    const options = within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
    expect(options).toEqual(['Result b', 'Result c', 'Result d'])
    await userEvent.selectOptions(choice, 'Result b')
    await userEvent.click(screen.getByRole('button', { name: 'Unpin' }))
    expect(screen.queryByRole('option', { name: 'Result b' })).toBeNull()
  })

  test('of another project are hidden', async () => {
    pin('a', 'another')
    openPart(() => (
      <>
        <p>Here</p>
        <Pane />
      </>
    ))
    await screen.findByText('Here')
    expect(screen.queryByRole('complementary')).toBeNull()
  })

  test('show their rows one by one, too', async () => {
    pin('a')
    openPart(Pane)
    await userEvent.click(await cellNamed('9.5'))
    await userEvent.keyboard('{Enter}')
    const row = await screen.findByRole('complementary', { name: 'Row' })
    await userEvent.click(within(row).getByRole('button', { name: 'Previous row' }))
    expect(within(row).getByText('Row 1 of 3')).toBeTruthy()
    await userEvent.click(within(row).getByRole('button', { name: 'Close row' }))
    expect(screen.queryByRole('complementary', { name: 'Row' })).toBeNull()
  })
})
