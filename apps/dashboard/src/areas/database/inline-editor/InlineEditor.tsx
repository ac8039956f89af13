import { useQuery, useQueryClient } from '@tanstack/react-query'

import { useSearchParams } from '../../../lib/browser/use-search-text.ts'
import { query } from '../../../lib/network/api.ts'
import { storage } from '../../../lib/storage/storage.ts'
import { SidePanel } from '../../../product/SidePanel.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import type { AnyKind } from '../model/object-kind.ts'
import { getScriptRoutes } from './script-routes.ts'
import { writeTemplate } from './script-templates.ts'
import { ScriptForm } from './ScriptForm.tsx'

type Props = {
  kind: AnyKind
  projectRef: string
  /** An oid, or `new`. */
  target: string
  /** Of a new object. */
  schema: string
  /** The object of the page; undefined on the list. */
  pageId: string | undefined
}

/** Functions, triggers and policies as SQL, next to their page. */
export function InlineEditor(props: Props) {
  const { kind, target, schema } = props
  const change = useSearchParams()
  const isNew = target === 'new'
  const close = () => change({ sql: undefined })
  return (
    <SidePanel
      title={isNew ? `New ${kind.noun} as SQL` : `Edit ${kind.noun} as SQL`}
      what="the editor"
      setting={storage.inlineEditorWidth}
      onClose={close}
    >
      {isNew ? (
        <ScriptForm {...props} sql={writeTemplate(kind.kind, schema)} onReload={() => undefined} />
      ) : (
        <Definition {...props} />
      )}
    </SidePanel>
  )
}

function Definition(props: Props) {
  const { kind, projectRef, target } = props
  const client = useQueryClient()
  const reading = {
    ...query(getScriptRoutes(kind.kind).read, { params: { ref: projectRef, id: Number(target) } }),
    staleTime: 0,
    gcTime: 0,
    // The text is edited from the version that was opened.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  }
  const { data, error, refetch } = useQuery(reading)
  if (data !== undefined) {
    return (
      <ScriptForm
        // Another version is another text to start from.
        key={data.version}
        {...props}
        sql={data.sql}
        of={data}
        onReload={() => client.invalidateQueries({ queryKey: reading.queryKey })}
      />
    )
  }
  if (error === null) return <SkeletonRows rows={8} className="m-4" />
  return (
    <div className="p-4">
      <ErrorPanel
        title={`The SQL of this ${kind.noun} could not be loaded`}
        error={error}
        onRetry={() => void refetch()}
      />
    </div>
  )
}
