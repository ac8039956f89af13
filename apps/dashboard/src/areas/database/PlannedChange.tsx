import type { Previewed } from '../../product/sql-preview/previewed.ts'
import { SqlPreview } from '../../product/sql-preview/SqlPreview.tsx'
import { kindEffects } from './kind-forms.ts'
import type { AnyKind } from './model/object-kind.ts'

type Props = {
  kind: AnyKind
  projectRef: string
  /** The body of the preview; null without a change. */
  change: object | null
  preview: Previewed
}

/** The SQL of a change, and its effects on rows for kinds that have some. */
export function PlannedChange({ kind, projectRef, change, preview }: Props) {
  const Effects = kindEffects[kind.kind]
  return (
    <>
      <SqlPreview preview={preview} />
      {Effects !== undefined && (
        <Effects projectRef={projectRef} change={change} isReady={isPlanned(preview)} />
      )}
    </>
  )
}

/** Whether the statements are those of the change as it is now, and PostgreSQL read its texts. */
const isPlanned = ({ statements, fault, error, isPending }: Previewed): boolean =>
  statements.length > 0 && fault === undefined && error === null && !isPending
