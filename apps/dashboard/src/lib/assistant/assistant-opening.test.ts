import { expect, test, vi } from 'vitest'

import {
  askAssistant,
  assistantWishes,
  openAssistant,
  takeAssistantWishes,
  toggleAssistant,
  watchAssistantWishes,
} from './assistant-opening.ts'

test('wishes wait until they are taken, once', () => {
  askAssistant({ text: 'Why?', sqlSnippets: ['select 1'] })
  openAssistant()
  toggleAssistant()
  const wishes = [
    { does: 'ask', text: 'Why?', sqlSnippets: ['select 1'] },
    { does: 'open' },
    { does: 'toggle' },
  ]
  expect(assistantWishes()).toEqual(wishes)
  expect(takeAssistantWishes()).toEqual(wishes)
  expect(takeAssistantWishes()).toEqual([])
  expect(assistantWishes()).toEqual([])
})

test('who watches is told when one comes and when they are taken', () => {
  const told = vi.fn<() => void>()
  const leave = watchAssistantWishes(told)
  askAssistant({ text: 'Why?' })
  expect(told).toHaveBeenCalledTimes(1)
  takeAssistantWishes()
  expect(told).toHaveBeenCalledTimes(2)
  takeAssistantWishes()
  leave()
  openAssistant()
  expect(told).toHaveBeenCalledTimes(2)
})
