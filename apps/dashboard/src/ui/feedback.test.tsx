import { ApiError } from '@basalt/contract/errors'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { notify, toastStore } from '../lib/browser/toast.ts'
import { CopyButton } from './CopyButton.tsx'
import { EmptyState } from './EmptyState.tsx'
import { ErrorPanel } from './ErrorPanel.tsx'
import { Notice } from './Notice.tsx'
import { SkeletonRows } from './Skeleton.tsx'
import { Dot, Status } from './Status.tsx'
import { Time } from './Time.tsx'
import { Toaster } from './Toaster.tsx'
import { Tooltip } from './Tooltip.tsx'

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  for (const { id } of toastStore.get()) toastStore.dismiss(id)
})

describe('a tooltip', () => {
  // Its code is loaded by the first hover, which no timer of a test waits for.
  beforeAll(() => import('./TooltipBubble.tsx'))
  const show = () =>
    render(
      <>
        <Tooltip content="Runs the query" keys="mod+enter">
          <button>Run</button>
        </Tooltip>
        <Tooltip content="Saves it">
          <button>Save</button>
        </Tooltip>
      </>,
    )
  const enter = (name: string) => fireEvent.pointerEnter(screen.getByRole('button', { name }))
  const leave = (name: string) => fireEvent.pointerLeave(screen.getByRole('button', { name }))

  test('appears after 700 ms and not before', async () => {
    await pass(1000)
    show()
    enter('Run')
    await pass(600)
    expect(screen.queryByRole('tooltip')).toBeNull()
    await pass(200)
    expect(screen.getByRole('tooltip').textContent).toContain('Runs the query')
    expect(screen.getByRole('button', { name: 'Run' }).getAttribute('aria-describedby')).toBe(
      screen.getByRole('tooltip').id,
    )
  })

  test('is followed by the next one at once within 300 ms, and with a delay later', async () => {
    await pass(1000)
    show()
    enter('Run')
    await pass(800)
    leave('Run')
    expect(screen.queryByRole('tooltip')).toBeNull()
    enter('Save')
    await pass(50)
    expect(screen.getByRole('tooltip').textContent).toBe('Saves it')
    leave('Save')
    await pass(500)
    enter('Run')
    await pass(500)
    expect(screen.queryByRole('tooltip')).toBeNull()
  })

  test('is closed by Escape', async () => {
    show()
    enter('Run')
    await pass(800)
    fireEvent.keyDown(screen.getByRole('button', { name: 'Run' }), { key: 'Escape' })
    expect(screen.queryByRole('tooltip')).toBeNull()
  })
})

describe('a toast', () => {
  const announce = async (message: string) => {
    act(() => notify.success(message))
    return screen.findByText(message)
  }

  test('is shown for 4 s', async () => {
    render(<Toaster />)
    await announce('Saved')
    await pass(3500)
    expect(screen.getByText('Saved')).toBeTruthy()
    await pass(1000)
    expect(screen.queryByText('Saved')).toBeNull()
  })

  test('waits while the pointer is on it', async () => {
    render(<Toaster />)
    const card = await announce('Saved')
    fireEvent.pointerEnter(card)
    await pass(10_000)
    expect(screen.getByText('Saved')).toBeTruthy()
    fireEvent.pointerLeave(card)
    await pass(4500)
    expect(screen.queryByText('Saved')).toBeNull()
  })

  test('is announced politely, a failure as an alert, and can be dismissed', async () => {
    const user = userEvent.setup({ advanceTimers: (ms) => void vi.advanceTimersByTime(ms) })
    render(<Toaster />)
    act(() => notify.error('The request failed'))
    const alert = await screen.findByRole('alert')
    const region = screen.getByRole('region', { name: 'Notifications' })
    expect(region.getAttribute('aria-live')).toBe('polite')
    expect(region.contains(alert)).toBe(true)
    await user.click(within(alert).getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(screen.queryByText('The request failed')).toBeNull())
  })

  test('is removed when its action is used', async () => {
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    const undo = vi.fn<() => void>()
    render(<Toaster />)
    act(() => notify.success('Saved', { label: 'Undo', run: undo }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(undo).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByText('Saved')).toBeNull())
  })

  test('gets the focus by F8 and waits while it has it', async () => {
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    render(<Toaster />)
    await announce('Saved')
    await user.keyboard('{F8}')
    expect(document.activeElement?.textContent).toContain('Saved')
    await user.tab()
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Dismiss' }))
    await pass(10_000)
    expect(screen.getByText('Saved')).toBeTruthy()
  })

  test('restores the focus', async () => {
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    render(
      <>
        <button>Rows</button>
        <Toaster />
      </>,
    )
    const rows = screen.getByRole('button', { name: 'Rows' })
    let focused: Element | null = null
    const run = () => (focused = document.activeElement)
    for (const press of ['Undo', 'Dismiss']) {
      act(() => notify.success('Saved', { label: 'Undo', run }))
      await screen.findByText('Saved')
      rows.focus()
      await user.click(screen.getByRole('button', { name: press }))
      expect(document.activeElement).toBe(rows)
      await waitFor(() => expect(screen.queryByText('Saved')).toBeNull())
    }
    expect(focused).toBe(rows)
  })

  test('with the same words replaces the first one, and at most four are shown', async () => {
    render(<Toaster />)
    for (const message of ['1', '2', '3', '4', '5', '5']) act(() => notify.info(message))
    await screen.findByText('5')
    const listTexts = () =>
      screen
        .getAllByRole('button', { name: 'Dismiss' })
        .map((button) => button.parentElement?.textContent)
    // The newest comes first, and stands at the bottom.
    await waitFor(() => expect(listTexts()).toEqual(['5', '4', '3', '2']))
  })
})

describe('copying', () => {
  const stubClipboard = (writeText: (text: string) => Promise<void>) => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  }

  test('is confirmed for 2 s, also to a screen reader', async () => {
    const copied: string[] = []
    stubClipboard(async (text) => void copied.push(text))
    render(<CopyButton text="secret" label="Copy" />)
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
    await pass(10)
    expect(copied).toEqual(['secret'])
    expect(screen.getByRole('status').textContent).toBe('Copied')
    await pass(1500)
    expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy()
    await pass(700)
    expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy()
    expect(screen.getByRole('status').textContent).toBe('')
  })

  test('that the browser refuses is reported in the words of the specification', async () => {
    stubClipboard(() => Promise.reject(new DOMException('Document is not focused')))
    render(
      <>
        <CopyButton text="secret" label="Copy" />
        <Toaster />
      </>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText('Unable to copy to clipboard')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Copied' })).toBeNull()
  })

  test('the id of a failed request is copied completely', async () => {
    const copied: string[] = []
    stubClipboard(async (text) => void copied.push(text))
    const error = new ApiError('internal', 'It broke', { requestId: 'request-7' })
    const retry = vi.fn<() => void>()
    render(<ErrorPanel title="The rows could not be loaded" error={error} onRetry={retry} />)
    const alert = within(screen.getByRole('alert'))
    expect(alert.getByRole('heading', { name: 'The rows could not be loaded' })).toBeTruthy()
    expect(alert.getByText('It broke')).toBeTruthy()
    fireEvent.click(alert.getByRole('button', { name: 'Copy request ID' }))
    await pass(10)
    expect(copied).toEqual(['request-7'])
    fireEvent.click(alert.getByRole('button', { name: 'Try again' }))
    expect(retry).toHaveBeenCalledTimes(1)
  })
})

test('a failure without a request id or a way to repeat offers neither', () => {
  render(<ErrorPanel title="The request failed" error={new Error('No')} />)
  expect(screen.queryByRole('button')).toBeNull()
})

test('an empty state explains its content and the first step', () => {
  render(
    <EmptyState title="No tables yet" action={<button>New table</button>}>
      Tables hold rows.
    </EmptyState>,
  )
  expect(screen.getByRole('heading', { name: 'No tables yet' })).toBeTruthy()
  expect(screen.getByText('Tables hold rows.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'New table' })).toBeTruthy()
})

test('a time is relative, machine-readable, and exact on hover', async () => {
  const at = new Date(Date.now() - 3 * 3600 * 1000).toISOString()
  render(<Time at={at} />)
  const time = screen.getByText('3 hours ago')
  expect(time.getAttribute('datetime')).toBe(at)
  fireEvent.pointerEnter(time)
  await pass(800)
  expect(screen.getByRole('tooltip').textContent).toMatch(
    /^\d\d [A-Z][a-z]{2} \d{4}, \d\d:\d\d:\d\d \([+-]\d{4}\)$/u,
  )
})

test('a status is a word; its dot is decorative', () => {
  const { container } = render(
    <>
      <Status tone="good">Healthy</Status>
      <Dot tone="bad" />
    </>,
  )
  expect(container.textContent).toBe('Healthy')
  expect(container.querySelectorAll('[aria-hidden="true"]')).toHaveLength(2)
})

test('only errors interrupt a screen reader', () => {
  render(
    <>
      <Notice tone="warn">Slow</Notice>
      <Notice tone="bad">Broken</Notice>
    </>,
  )
  expect(screen.getByRole('alert').textContent).toBe('Broken')
})

test('a loading state is announced', () => {
  render(<SkeletonRows rows={3} />)
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy()
})
