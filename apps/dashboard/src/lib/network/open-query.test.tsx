// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { offerQuery, useOpenQuery } from './open-query.ts'

const query = (outcome: 'replaced' | 'added') => ({
  put: vi.fn<() => typeof outcome>(() => outcome),
  undo: vi.fn<() => void>(),
})

function Shown() {
  const open = useOpenQuery()
  return <p>{open === undefined ? 'none' : open.put('select 1', [])}</p>
}

const shown = () => screen.getByRole('paragraph').textContent

test('a query is available while it is offered, also for earlier components', () => {
  render(<Shown />)
  expect(shown()).toBe('none')
  const one = query('replaced')
  let withdraw = () => undefined as void
  act(() => {
    withdraw = offerQuery(one)
  })
  expect(shown()).toBe('replaced')
  expect(one.put).toHaveBeenCalledWith('select 1', [])
  act(() => withdraw())
  expect(shown()).toBe('none')
})

test('an old query that is withdrawn late does not remove the new one', () => {
  const withdrawFirst = offerQuery(query('replaced'))
  const withdrawSecond = offerQuery(query('added'))
  withdrawFirst()
  render(<Shown />)
  expect(shown()).toBe('added')
  act(() => withdrawSecond())
  expect(shown()).toBe('none')
})
