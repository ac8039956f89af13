import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'

import { PriceTag } from './PriceTag.tsx'

const toText = (tag: ReactElement) => render(tag).container.textContent

test('a price by the month has two decimals', () => {
  expect(toText(<PriceTag monthlyMicros={10_000_000} />)).toBe('$10.00 per month')
})

test('a price by the hour is written to the last digit', () => {
  expect(toText(<PriceTag hourlyMicros={13_440} />)).toBe('$0.01344 per hour')
})

test('both stand side by side, and the note says what changes them', () => {
  const both = <PriceTag monthlyMicros={10_000_000} hourlyMicros={13_440} note="covered" />
  expect(toText(both)).toBe('$10.00 per month · $0.01344 per hourcovered')
})

test('what costs nothing says so in words instead of showing zeros', () => {
  expect(toText(<PriceTag monthlyMicros={0} hourlyMicros={0} />)).toBe('No extra cost')
})
