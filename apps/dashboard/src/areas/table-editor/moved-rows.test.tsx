// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { database, saved } from '../../testing/open-part.tsx'
import { openTable } from '../../testing/open-table.tsx'
import { plants } from '../../testing/plants.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const user = userEvent.setup()
const table = `${database}/tables/${plants.id}`
const undo = `POST ${database}/history/00000000-0000-4000-8000-000000000001/undo`
const changes = `POST ${database}/changes`

function later<T>() {
  let give: (value: T) => void = () => {}
  const answer = new Promise<T>((resolve) => (give = resolve))
  return { answer, give }
}

/** A table with a pending undo: a row is inserted above the others with its answer. */
async function whileUndoing() {
  const rows = [
    ['2', 'fern'],
    ['3', 'ivy'],
  ]
  let isUndone = false
  const undone = later<object>()
  const full = later<object>()
  const app = openTable(plants, {
    rows,
    answers: {
      [`GET ${table}/rows`]: () =>
        isUndone
          ? { rows: [['1', 'moss'], ...rows], has_more: false }
          : { rows, has_more: false, cut: [[0, 1]] },
      [`GET ${table}/cell`]: () => full.answer,
      [changes]: saved({ row: ['3', 'heather'] }),
      [undo]: () => undone.answer,
    },
  })
  await user.dblClick(await app.cellWith('ivy'))
  await user.keyboard('{Control>}a{/Control}heather{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  return {
    app,
    readFull: () => full.give({ value: 'fern, whole' }),
    finishUndo: async () => {
      isUndone = true
      undone.give(saved({ row: ['3', 'ivy'] }))
      await app.cellWith('moss')
    },
    nextSent: async () => {
      const sent = () => app.calls.filter(({ route }) => route === changes)
      await waitFor(() => expect(sent()).toHaveLength(2))
      return sent()[1]?.body
    },
  }
}

describe('rows inserted above others', () => {
  test('do not move an edit to another row', async () => {
    const { app, finishUndo, nextSent } = await whileUndoing()
    await user.dblClick(await app.cellWith('heather'))
    await screen.findByRole('textbox', { name: /^name, / })
    await finishUndo()
    await user.keyboard('{Control>}a{/Control}bracken{Enter}')
    expect(await nextSent()).toMatchObject({
      operations: [{ key: ['3'], values: { name: 'bracken' }, previous: { name: 'heather' } }],
    })
  })

  test('do not move the active cell to another row', async () => {
    const { app, finishUndo, nextSent } = await whileUndoing()
    await user.click(await app.cellWith('heather'))
    await finishUndo()
    await user.keyboard('{Delete}')
    expect(await nextSent()).toMatchObject({
      operations: [{ key: ['3'], values: { name: null }, previous: { name: 'ivy' } }],
    })
  })

  test('do not change the target rows of a paste', async () => {
    const { app, finishUndo, readFull, nextSent } = await whileUndoing()
    await user.click(await app.cellWith('fern…'))
    await user.paste('bracken\nheath')
    const isRequested = () => app.calls.some(({ route }) => route === `GET ${table}/cell`)
    // It applies to the rows after the undo: their values are read after it.
    expect(isRequested()).toBe(false)
    await finishUndo()
    await waitFor(() => expect(isRequested()).toBe(true))
    readFull()
    expect(await nextSent()).toMatchObject({
      operations: [
        { key: ['2'], values: { name: 'bracken' }, previous: { name: 'fern, whole' } },
        { key: ['3'], values: { name: 'heath' }, previous: { name: 'heather' } },
      ],
    })
  })

  test('do not change the target rows of a fill', async () => {
    const { app, finishUndo, readFull, nextSent } = await whileUndoing()
    await user.click(await app.cellWith('fern…'))
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}{Control>}d{/Control}')
    await waitFor(() =>
      expect(app.calls.some(({ route }) => route === `GET ${table}/cell`)).toBe(true),
    )
    await finishUndo()
    readFull()
    expect(await nextSent()).toMatchObject({
      operations: [{ key: ['3'], values: { name: 'fern, whole' }, previous: { name: 'heather' } }],
    })
  })
})
