import type { ReactNode } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { usePreview } from '../../lib/access/previews.ts'
import { useSearchParams } from '../../lib/browser/use-search-text.ts'
import { readText, type UrlQuery } from '../../lib/routes/url-query.ts'
import { late } from '../../ui/late.tsx'
import type { AnyKind } from './model/object-kind.ts'

const InlineEditor = late(
  async () => (await import('./inline-editor/InlineEditor.tsx')).InlineEditor,
)

const kinds: ReadonlySet<string> = new Set(['functions', 'triggers', 'policies'])

/** Opens the object with this oid as SQL; null for other kinds, and while the preview is off. */
export function useInlineEditor(kind: AnyKind): ((target: number | 'new') => void) | null {
  const change = useSearchParams()
  const [isOn] = usePreview('inline-editor')
  if (!isOn || !kinds.has(kind.kind)) return null
  return (target) => change({ sql: String(target) }, { isStep: true })
}

type Props = {
  kind: AnyKind
  projectRef: string
  query: UrlQuery
  /** Of the object whose page it is. */
  pageId?: string
  children: ReactNode
}

/** A list or a page of objects with the editor of the preview next to it, when the URL opens it. */
export function InlineEditing({ kind, projectRef, query, pageId, children }: Props) {
  const open = useInlineEditor(kind)
  const denied = useDenied(kind.routes.apply, `change ${kind.nouns}`)
  const target = readText(query, 'sql')
  if (open === null) return children
  return (
    <div className="flex h-full min-h-0">
      <div className="min-w-0 flex-1 overflow-y-auto">{children}</div>
      {target !== undefined && denied === undefined && (
        <InlineEditor
          key={target}
          kind={kind}
          projectRef={projectRef}
          target={target}
          schema={readText(query, 'schema') ?? 'public'}
          pageId={pageId}
        />
      )}
    </div>
  )
}
