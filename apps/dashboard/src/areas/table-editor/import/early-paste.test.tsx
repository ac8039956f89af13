// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { shop } from '../../../testing/answers.ts'
import { database, openPart } from '../../../testing/open-part.tsx'
import { plants } from '../../../testing/plants.ts'
import { ImportLocation } from '../ImportLocation.tsx'
import { useEarlyPaste } from './early-paste.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** A page whose import code is loaded on a click. */
function Page() {
  const [isHere, setIsHere] = useState(false)
  useEarlyPaste()
  return (
    <>
      <textarea aria-label="A field of the page" />
      <button type="button" onClick={() => setIsHere(true)}>
        Go on
      </button>
      {isHere && <ImportLocation projectRef={shop.ref} tableId={plants.id} />}
    </>
  )
}

const pasted = (text: string) => ({ clipboardData: { getData: () => text, files: [] } })

// In order: whether that code is here is remembered for as long as the page is open.
test('rows pasted before the import code is loaded are imported afterwards', async () => {
  openPart(Page, {
    answers: {
      [`GET ${database}/imports`]: [],
      [`GET ${database}/tables/${plants.id}`]: plants,
    },
  })
  const go = await screen.findByRole('button', { name: 'Go on' })
  fireEvent.paste(document.body, pasted('id\tname\n7\theather\n'))
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(go)
  const panel = within(await screen.findByRole('dialog', { name: 'Import into plants' }))
  expect(await panel.findByRole('button', { name: 'Import 1 row' })).toBeTruthy()
})
