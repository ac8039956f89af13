// @vitest-environment jsdom
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { sqlStorage } from '../../../lib/storage/sql-storage.ts'
import { CodeEditor, type CodeEditorHandle } from '../editor/CodeEditor.tsx'
import { readPosition, useEditorPosition } from './use-editor-position.ts'

const nothing = () => undefined
const setting = sqlStorage.editorPlace('gneissgneissgneissgn', 'one')
const handle = createRef<CodeEditorHandle>()

function Query() {
  useEditorPosition('gneissgneissgneissgn', 'one', handle)
  return (
    <CodeEditor
      ref={handle}
      initialText="select 1;\nselect 2"
      names={undefined}
      onChange={nothing}
      onRun={nothing}
      onCancel={() => false}
      onSave={nothing}
    />
  )
}

beforeEach(() => setting.set(undefined))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const moveTo = (at: number) => {
  act(() => handle.current?.goTo({ anchor: at, head: at, top: 0 }))
  fireEvent.keyUp(document.body, { key: 'ArrowRight' })
}

test('the cursor position is stored after a pause, and not with each key', () => {
  vi.useFakeTimers()
  render(<Query />)
  moveTo(4)
  moveTo(7)
  expect(setting.get()).toBeUndefined()
  vi.advanceTimersByTime(500)
  expect(readPosition(setting.get())).toMatchObject({ anchor: 7, head: 7 })
})

test('leaving the query right after a key restores the cursor there', () => {
  const { unmount } = render(<Query />)
  moveTo(12)
  unmount()
  render(<Query />)
  expect(handle.current?.position()).toMatchObject({ anchor: 12, head: 12 })
})

test('a closing tab stores it too', () => {
  render(<Query />)
  moveTo(3)
  fireEvent(globalThis.window, new Event('pagehide'))
  expect(readPosition(setting.get())).toMatchObject({ anchor: 3, head: 3 })
})
