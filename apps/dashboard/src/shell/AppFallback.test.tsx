// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { AppFallback } from './AppFallback.tsx'

afterEach(cleanup)

const nothing = () => undefined

test('it says what happened and links to support with the details', () => {
  render(<AppFallback error={new Error('it broke')} onReset={nothing} />)
  expect(screen.getByRole('heading', { name: 'Sorry! An unexpected error occurred.' })).toBeTruthy()
  expect(screen.getByText('it broke')).toBeTruthy()
  const [link] = screen.getAllByRole('link', { name: 'Contact support' })
  const query = new URL((link as HTMLAnchorElement).href).searchParams
  expect(query.get('category')).toBe('dashboard_bug')
  expect(query.get('message')).toContain('Path name: /')
})

test('in production the button reloads, in development it returns', () => {
  const onReset = vi.fn<() => void>()
  const { rerender } = render(<AppFallback error={new Error('x')} onReset={onReset} />)
  expect(screen.getByRole('button', { name: 'Reload dashboard' })).toBeTruthy()
  rerender(<AppFallback error={new Error('x')} onReset={onReset} isDevelopment />)
  screen.getByRole('button', { name: 'Return to dashboard' }).click()
  expect(onReset).toHaveBeenCalledTimes(1)
})

test('a fault in the document warns of translation tools', () => {
  const error = new Error("Failed to execute 'removeChild' on 'Node'")
  render(<AppFallback error={error} onReset={nothing} />)
  expect(screen.getByRole('link', { name: 'Still stuck?' })).toBeTruthy()
})

test('a boundary keeps a failure to itself and forgets it when asked', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let isBroken = true
  function Part() {
    if (isBroken) throw new Error('the part broke')
    return <p>works again</p>
  }
  render(
    <>
      <p>beside it</p>
      <ErrorBoundary
        renderError={(error, reset) => <button onClick={reset}>{error.message}</button>}
      >
        <Part />
      </ErrorBoundary>
    </>,
  )
  expect(screen.getByText('beside it')).toBeTruthy()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'the part broke' }))
  expect(screen.getByText('works again')).toBeTruthy()
})
