// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import { createRef, Suspense, use } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { CodeEditor, type CodeEditorHandle } from './CodeEditor.tsx'

afterEach(cleanup)

function Waiting({ until }: { until: Promise<void> | undefined }) {
  if (until !== undefined) use(until)
  return null
}

test('typed text survives that React hides the editor while something next to it loads', async () => {
  const editor = createRef<CodeEditorHandle>()
  const onChange = vi.fn<(text: string) => void>()
  const draw = (until?: Promise<void>) => (
    <Suspense fallback={null}>
      <CodeEditor
        ref={editor}
        initialText=""
        names={undefined}
        onChange={onChange}
        onRun={() => undefined}
        onCancel={() => false}
        onSave={() => undefined}
      />
      <Waiting until={until} />
    </Suspense>
  )
  const { rerender } = render(draw())
  act(() => editor.current?.replace('select 1 as one'))
  act(() => editor.current?.goTo({ anchor: 15, head: 15, top: 0 }))
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  await act(async () => rerender(draw(promise)))
  await act(async () => resolve())
  expect(editor.current?.selected().text).toBe('select 1 as one')
  expect(editor.current?.position()).toMatchObject({ anchor: 15, head: 15 })
  expect(onChange).toHaveBeenCalledTimes(1)
})
