import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'

import { PriceTag } from './PriceTag.tsx'

const toText = (tag: ReactElement) => render(tag).container.textContent

test('a monthly price has two decimals', () => {
  expect(toText(<PriceTag monthlyMicros={10_000_000} />)).toBe('$10.00 per month')
})

test('an hourly price has all its digits', () => {
  expect(toText(<PriceTag hourlyMicros={13_440} />)).toBe('$0.01344 per hour')
})

test('both are shown side by side, with a note about changes', () => {
  const both = <PriceTag monthlyMicros={10_000_000} hourlyMicros={13_440} note="covered" />
  expect(toText(both)).toBe('$10.00 per month · $0.01344 per hourcovered')
})

test('a free item is labelled in words instead of zeros', () => {
  expect(toText(<PriceTag monthlyMicros={0} hourlyMicros={0} />)).toBe('No extra cost')
})
