import { useEffect, useRef, useState } from 'react'

import { useDocumentTitle } from '../../../lib/browser/use-document-title.ts'
import { useGo } from '../../../lib/browser/use-go.ts'
import { paths } from '../../../lib/paths.ts'
import { readText, type UrlQuery } from '../../../lib/routes/url-query.ts'
import { storage } from '../../../lib/storage/storage.ts'
import { giveToRows } from '../tables/rows-focus.ts'
import { TablePanel } from './TablePanel.tsx'

type Props = { projectRef: string; query: UrlQuery }

/** A new table in a panel, next to the table that was shown before. */
export function NewTablePage({ projectRef, query }: Props) {
  const go = useGo()
  useDocumentTitle('New table', 'Table editor')
  const onMade = useFocusBack()
  return (
    <TablePanel
      projectRef={projectRef}
      schema={readText(query, 'schema') ?? storage.lastSchema(projectRef).get() ?? 'public'}
      onClose={() => go(paths.editor(projectRef))}
      onSaved={(id) => {
        onMade()
        go(paths.table(projectRef, id))
      }}
    />
  )
}

/** The page closes with its panel: the focus returns to its button, or to the new rows. */
function useFocusBack() {
  const [from] = useState(() => document.activeElement)
  const isMade = useRef(false)
  useEffect(
    () => () => {
      if (isMade.current) giveToRows()
      else if (from instanceof HTMLElement) from.focus()
    },
    [from],
  )
  return () => {
    isMade.current = true
  }
}
