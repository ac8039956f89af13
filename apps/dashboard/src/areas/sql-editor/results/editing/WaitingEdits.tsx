import { sqlStorage } from '../../../../lib/storage/sql-storage.ts'
import { useSetting } from '../../../../lib/storage/use-setting.ts'
import { late } from '../../../../ui/late.tsx'
import type { Runs } from '../../runs/use-runs.ts'

const EditsBar = late(async () => (await import('./EditsBar.tsx')).EditsBar)

type Props = { projectRef: string; queryId: string; runs: Runs }

/** Unsaved edits are restored with the query, independent of its results. */
export function WaitingEdits(props: Props) {
  const { projectRef, queryId, runs } = props
  const [stored] = useSetting(sqlStorage.stagedResultRows(runs.user, projectRef, queryId))
  return stored === undefined ? null : <EditsBar {...props} />
}
