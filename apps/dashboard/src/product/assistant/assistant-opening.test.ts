import { expect, test, vi } from 'vitest'

import {
  askAssistant,
  assistantRequests,
  openAssistant,
  takeAssistantRequests,
  toggleAssistant,
  watchAssistantRequests,
} from './assistant-opening.ts'

test('requests are queued until they are taken, once', () => {
  askAssistant({ text: 'Why?', sqlSnippets: ['select 1'] })
  openAssistant()
  toggleAssistant()
  const requests = [
    { does: 'ask', text: 'Why?', sqlSnippets: ['select 1'] },
    { does: 'open' },
    { does: 'toggle' },
  ]
  expect(assistantRequests()).toEqual(requests)
  expect(takeAssistantRequests()).toEqual(requests)
  expect(takeAssistantRequests()).toEqual([])
  expect(assistantRequests()).toEqual([])
})

test('subscribers are notified when one is added and when they are taken', () => {
  const reported = vi.fn<() => void>()
  const leave = watchAssistantRequests(reported)
  askAssistant({ text: 'Why?' })
  expect(reported).toHaveBeenCalledTimes(1)
  takeAssistantRequests()
  expect(reported).toHaveBeenCalledTimes(2)
  takeAssistantRequests()
  leave()
  openAssistant()
  expect(reported).toHaveBeenCalledTimes(2)
})
