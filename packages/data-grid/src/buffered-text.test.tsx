// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { CellEditor } from './CellEditor.tsx'
import { Grid } from './Grid.tsx'
import { sheet, sheetRows } from './testing/sheet.tsx'

afterEach(cleanup)

/** A grid whose editor is loaded on demand of the test; its first cell is already being edited. */
async function openLate(options?: readonly string[]) {
  const saved = vi.fn<(value: string | null) => void>()
  let arrive = () => undefined as void
  function Late() {
    const [isHere, setIsHere] = useState(false)
    arrive = () => setIsHere(true)
    return (
      <Grid
        {...sheet}
        renderEditor={(edit) =>
          isHere && (
            <CellEditor
              edit={edit}
              label="cell"
              value={sheetRows[edit.row]?.[edit.column] ?? null}
              options={options}
              isNullable
              takesEmpty
              onSave={saved}
            />
          )
        }
      />
    )
  }
  render(<Late />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('gridcell', { name: 'moss' }))
  screen.getByRole('grid').focus()
  return { user, saved, arrive: () => act(() => arrive()) }
}

const active = () => screen.getByRole('grid').getAttribute('aria-activedescendant')
const activeText = () =>
  screen.getAllByRole('gridcell').find(({ id }) => id === active())?.textContent

test.each([
  ['heath{Enter}', 'heath', 'fern'],
  ['{F2}heath{Tab}', 'heath', '1'],
  ['{F2}{Control>}a{/Control}heath{Control>}{Enter}{/Control}', 'heath', 'moss'],
  ['Heath', undefined, 'moss'],
])('%s before the editor is loaded is applied once it is', async (keys, stored, next) => {
  const { user, saved, arrive } = await openLate()
  await user.keyboard(keys)
  expect(saved).not.toHaveBeenCalled()
  arrive()
  expect(saved.mock.calls).toEqual(stored === undefined ? [] : [[stored]])
  expect(screen.queryAllByRole('textbox')).toHaveLength(stored === undefined ? 1 : 0)
  expect(activeText()).toBe(next)
})

test.each(['Process', 'Dead'])('%s begins an edit that receives composed text', async (key) => {
  const { user, saved, arrive } = await openLate()
  fireEvent.keyDown(screen.getByRole('grid'), { key })
  arrive()
  const field = screen.getByRole<HTMLTextAreaElement>('textbox')
  expect(document.activeElement).toBe(field)
  expect(field.value).toBe('')
  await user.keyboard('é{Enter}')
  expect(saved.mock.calls).toEqual([['é']])
})

test('an edit that ended without a change writes nothing', async () => {
  const { user, saved, arrive } = await openLate()
  await user.keyboard('{F2}{Enter}')
  arrive()
  expect(saved).not.toHaveBeenCalled()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(activeText()).toBe('fern')
})

test('an edit with keys that only the editor understands is ended by the user', async () => {
  const { user, saved, arrive } = await openLate()
  await user.keyboard('{F2}{End} and heath{Enter}')
  arrive()
  expect(saved).not.toHaveBeenCalled()
  expect(screen.getByRole('textbox')).toHaveProperty('value', ' and heath')
})

test('a choice that was typed and confirmed is stored', async () => {
  const { user, saved, arrive } = await openLate(['moss', 'heath'])
  await user.keyboard('h{Enter}')
  arrive()
  expect(saved).toHaveBeenCalledExactlyOnceWith('heath')
})

test('text pasted before the editor is loaded is inserted into it', async () => {
  const { user, arrive } = await openLate()
  await user.keyboard('big ')
  const getData = () => 'heath'
  fireEvent.paste(screen.getByRole('grid'), { clipboardData: { getData } })
  arrive()
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'big heath')
})

test('keys after the end of an edit are ignored until its editor has stored it', async () => {
  const { user, saved, arrive } = await openLate()
  await user.keyboard('heath{Enter}{Delete}reed{ArrowRight}')
  arrive()
  expect(saved.mock.calls).toEqual([['heath']])
  expect(activeText()).toBe('fern')
})

test('Escape cancels the edit before its editor is loaded', async () => {
  const { user, saved, arrive } = await openLate()
  await user.keyboard('heath{Escape}')
  arrive()
  expect(saved).not.toHaveBeenCalled()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test.each([
  ['{Control>}a{/Control}', true],
  ['{Control>}z{/Control}', true],
  ['{Control>}{Shift>}A{/Shift}{/Control}', true],
  ['{Control>}{Backspace}{/Control}', true],
  ['{ArrowLeft}', true],
  ['{Escape}', true],
  ['{Control>}s{/Control}', false],
  ['{F6}', false],
])('%s before the editor is loaded is left to the editor: %s', async (keys, isEditors) => {
  const { user } = await openLate()
  await user.keyboard('{F2}')
  const left: string[] = []
  const onKey = (event: KeyboardEvent) => {
    const isModifier = ['Control', 'Shift'].includes(event.key)
    if (!event.defaultPrevented && !isModifier) left.push(event.key)
  }
  document.addEventListener('keydown', onKey)
  await user.keyboard(keys)
  document.removeEventListener('keydown', onKey)
  expect(left.length === 0).toBe(isEditors)
})
