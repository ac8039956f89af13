// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { DefaultField } from './DefaultField.tsx'
import { newColumn } from './table-draft.ts'

afterEach(cleanup)

test('a suggested default is labelled as a suggestion, with the effect of a click', async () => {
  const onChange = vi.fn<() => void>()
  const column = { ...newColumn(), data_type: 'integer' }
  render(<DefaultField column={column} labels={[]} errors={{}} onChange={onChange} />)
  const suggestions = within(screen.getByRole('group', { name: 'Suggestions' }))
  await userEvent.click(suggestions.getByRole('button', { name: 'Use 0' }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith({
    identity: null,
    generated: null,
    default: { kind: 'literal', value: '0' },
  })
})
