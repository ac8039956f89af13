import { useEffect, useEffectEvent } from 'react'

import { useGo } from '../../../lib/browser/use-go.ts'
import { paths } from '../../../lib/paths.ts'
import { keepOpen } from '../tabs/open-tabs.ts'
import type { GuideProps } from './TreeGuide.tsx'

/** The pending key of a search field. The list is remounted with the answer to the search. */
const requests = new WeakMap<HTMLElement, { key: string; text: string }>()

/** Leads from the search field to the tables that it finds. */
export function useSearchKeys({ projectRef, listing, tree, view, searchField }: GuideProps) {
  const go = useGo()
  const fulfil = useEffectEvent(() => {
    const field = searchField.current
    const request = field === null ? undefined : requests.get(field)
    const [first] = tree.rows
    if (field === null || request === undefined || request.text !== listing.search) return
    if (first === undefined && tree.isPending) return
    requests.delete(field)
    // The user has moved on, or chosen another schema.
    if (first === undefined || document.activeElement !== field || toText(field) !== request.text)
      return
    if (request.key === 'ArrowDown') view.show(0)
    else {
      keepOpen(projectRef, first.table)
      go(paths.table(projectRef, first.table.id))
    }
  })
  // The list may just have got its answer.
  useEffect(() => fulfil())

  useEffect(() => {
    const field = searchField.current
    const onKeyDown = (event: KeyboardEvent) => {
      if (field === null) return
      requests.delete(field)
      const { key } = event
      const text = toText(field)
      if (key !== 'ArrowDown' && (key !== 'Enter' || text === '')) return
      // Enter may accept a suggestion of an input method.
      if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
        return
      event.preventDefault()
      requests.set(field, { key, text })
      fulfil()
    }
    field?.addEventListener('keydown', onKeyDown)
    return () => field?.removeEventListener('keydown', onKeyDown)
  }, [searchField])
}

/** The text as it is requested. */
const toText = (field: HTMLInputElement) => field.value.trim()
