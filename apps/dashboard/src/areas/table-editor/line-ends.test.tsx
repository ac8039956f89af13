// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { database, saved } from '../../testing/open-part.tsx'
import { openTable } from '../../testing/open-table.tsx'
import { plants } from '../../testing/plants.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const user = userEvent.setup({ delay: null })
const changes = `POST ${database}/changes`

test('an edited text keeps the line ends of its other lines', async () => {
  const held = 'line\nbreak\r\ncr\rend'
  const app = openTable(plants, {
    rows: [['1', held, null]],
    answers: { [changes]: saved({ row: ['1', `${held}!`, null] }) },
  })
  await user.dblClick(await app.cellWith('line↵break↵cr↵end'))
  const field: HTMLTextAreaElement = await screen.findByRole('textbox', { name: /^name, / })
  field.setSelectionRange(field.value.length, field.value.length)
  await user.keyboard('!{Control>}{Enter}{/Control}')
  await waitFor(() => expect(app.calls.some(({ route }) => route === changes)).toBe(true))
  expect(app.calls.find(({ route }) => route === changes)?.body).toMatchObject({
    operations: [{ values: { name: `${held}!` }, previous: { name: held } }],
  })
})
