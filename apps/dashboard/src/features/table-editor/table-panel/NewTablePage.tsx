import { paths } from '../../../lib/paths.ts'
import { storage } from '../../../lib/storage.ts'
import { useDocumentTitle } from '../../../lib/use-document-title.ts'
import { useGo } from '../../../lib/use-go.ts'
import { TablePanel } from './TablePanel.tsx'

type Props = { projectRef: string; schema: string | undefined }

/** A new table in a panel, beside the table that was shown before. */
export function NewTablePage({ projectRef, schema }: Props) {
  const go = useGo()
  useDocumentTitle('New table', 'Table editor')
  return (
    <TablePanel
      projectRef={projectRef}
      schema={schema ?? storage.lastSchema(projectRef).get() ?? 'public'}
      onClose={() => go(paths.editor(projectRef))}
      onSaved={(id) => go(paths.table(projectRef, id))}
    />
  )
}
