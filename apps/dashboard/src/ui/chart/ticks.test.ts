import { expect, test } from 'vitest'

import { findNearest } from './chart-data.ts'
import { listLabelled, shortenLabel, tickText, timeTickText } from './ticks.ts'

test('ticks of numbers are short', () => {
  expect([tickText(1_500_000), tickText(0), tickText(0.0001)]).toEqual(['1.5M', '0', '1e-4'])
})

test('ticks of times have as much detail as the axis needs', () => {
  const noon = Date.UTC(2026, 0, 2, 12, 30, 5) / 1000
  expect([1e7, 86_400, 60].map((span) => timeTickText(noon, span, 'UTC'))).toEqual([
    '2026-01-02',
    '01-02 12:30',
    '12:30:05',
  ])
})

test('ticks of times are in the given zone', () => {
  const midnight = Date.UTC(2026, 0, 2) / 1000
  expect(timeTickText(midnight, 86_400, 'Asia/Tokyo')).toBe('01-02 09:00')
  expect(timeTickText(Number.NaN, 60)).toBe('')
})

test('as many places are named as there is room for', () => {
  const labelled = listLabelled(100, 600, 80)
  expect(labelled.length).toBeGreaterThan(2)
  expect(labelled.length).toBeLessThan(9)
  expect(listLabelled(3, 600, 80)).toEqual([0, 1, 2])
  expect(listLabelled(0, 600, 80)).toEqual([])
})

test('a long label is shortened', () => {
  expect(shortenLabel('a rather long label')).toBe('a rather long…')
  expect(shortenLabel('short')).toBe('short')
})

test('the nearest point is found on either side', () => {
  const positions = [0, 10, 20, 100]
  expect([-5, 4, 6, 59, 61, 900].map((value) => findNearest(positions, value))).toEqual([
    0, 0, 1, 2, 3, 3,
  ])
  expect(findNearest([], 5)).toBeUndefined()
  expect(findNearest(positions, Number.NaN)).toBeUndefined()
})
