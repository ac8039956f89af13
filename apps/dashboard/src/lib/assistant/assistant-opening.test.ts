import { expect, test, vi } from 'vitest'

import {
  askAssistant,
  assistantRequests,
  openAssistant,
  takeAssistantRequests,
  toggleAssistant,
  watchAssistantRequests,
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
  expect(assistantRequests()).toEqual(wishes)
  expect(takeAssistantRequests()).toEqual(wishes)
  expect(takeAssistantRequests()).toEqual([])
  expect(assistantRequests()).toEqual([])
})

test('who watches is told when one comes and when they are taken', () => {
  const told = vi.fn<() => void>()
  const leave = watchAssistantRequests(told)
  askAssistant({ text: 'Why?' })
  expect(told).toHaveBeenCalledTimes(1)
  takeAssistantRequests()
  expect(told).toHaveBeenCalledTimes(2)
  takeAssistantRequests()
  leave()
  openAssistant()
  expect(told).toHaveBeenCalledTimes(2)
})
