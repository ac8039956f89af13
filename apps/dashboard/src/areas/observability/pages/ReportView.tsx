import {
  type Report,
  type ReportBlock,
  reportLimits,
  reports,
} from '@basalt/contract/observability/reports'
import { Copy, Ellipsis, Activity, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'

import { useDenied } from '../../../lib/access/access.tsx'
import { notify } from '../../../lib/browser/toast.ts'
import { useGo, useReplaceUrl } from '../../../lib/browser/use-go.ts'
import { paths } from '../../../lib/paths.ts'
import type { UrlQuery } from '../../../lib/routes/url-query.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { RangeTools } from '../metrics/RangeTools.tsx'
import { useMetrics } from '../metrics/use-metrics.ts'
import { BlockDialog } from './BlockDialog.tsx'
import { RenameDialog } from './PageDialogs.tsx'
import { saveBlock } from './report-blocks.ts'
import { useReportChanges } from './report-queries.ts'
import { ReportGrid } from './ReportGrid.tsx'

type Props = { projectRef: string; report: Report; query: UrlQuery }

const tell = (error: Error) => notify.error(error.message)

/** A page with its blocks, and what can be done with it. */
export function ReportView({ projectRef, report, query }: Props) {
  const metrics = useMetrics(projectRef, query)
  const changes = useReportChanges(projectRef)
  const denied = useDenied(reports.update, 'change this page')
  const [edited, setEdited] = useState<ReportBlock | 'new'>()
  const isFull = report.blocks.length >= reportLimits.blocks
  const arrange = (blocks: readonly ReportBlock[]) =>
    changes.arrange.mutate({ report, blocks }, { onError: tell })
  const add = (
    <Button
      icon={Plus}
      disabledReason={
        denied ?? (isFull ? `A page has at most ${reportLimits.blocks} blocks` : undefined)
      }
      onClick={() => setEdited('new')}
    >
      Add block
    </Button>
  )
  return (
    <>
      <PageHeader
        title={report.name}
        actions={
          <>
            <RangeTools metrics={metrics} />
            {add}
            <PageMenu projectRef={projectRef} report={report} />
          </>
        }
      />
      {report.blocks.length === 0 ? (
        <EmptyState icon={Activity} title="No blocks yet">
          Add charts, the most frequent values of logs, pinned results and texts.
        </EmptyState>
      ) : (
        <ReportGrid
          projectRef={projectRef}
          blocks={report.blocks}
          metrics={metrics}
          denied={denied}
          onArrange={arrange}
          onEdit={setEdited}
        />
      )}
      {edited !== undefined && (
        <BlockDialog
          projectRef={projectRef}
          block={edited === 'new' ? undefined : edited}
          onSave={(block) => arrange(saveBlock(report.blocks, block))}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

function PageMenu({ projectRef, report }: Omit<Props, 'query'>) {
  const go = useGo()
  const replaceUrl = useReplaceUrl()
  const changes = useReportChanges(projectRef)
  const deniedUpdate = useDenied(reports.update, 'rename this page')
  const deniedCreate = useDenied(reports.create, 'create pages')
  const deniedRemove = useDenied(reports.remove, 'delete this page')
  const [isRenaming, setIsRenaming] = useState(false)
  const { name, blocks } = report
  const duplicate = () => {
    const id = crypto.randomUUID()
    changes.create.mutate(
      { id, name: `${name.slice(0, 90)} (copy)`, blocks },
      { onError: tell, onSuccess: () => go(paths.observabilityPage(projectRef, id)) },
    )
  }
  // Deleting unmounts this component, so its result must not depend on it.
  const remove = async () => {
    try {
      await changes.remove.mutateAsync(report.id)
      replaceUrl(paths.observability(projectRef))
      const restore = () =>
        void changes.create.mutateAsync({ id: report.id, name, blocks }).catch(tell)
      notify.info(`“${name}” deleted`, { label: 'Undo', run: restore })
    } catch (error) {
      tell(error as Error)
    }
  }
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} label="Menu of this page" />}
        items={[
          {
            label: 'Rename',
            icon: Pencil,
            disabledReason: deniedUpdate,
            onSelect: () => setIsRenaming(true),
          },
          { label: 'Duplicate', icon: Copy, disabledReason: deniedCreate, onSelect: duplicate },
          { kind: 'separator' },
          {
            label: 'Delete',
            icon: Trash2,
            isDanger: true,
            disabledReason: deniedRemove,
            onSelect: () => void remove(),
          },
        ]}
      />
      {isRenaming && (
        <RenameDialog
          projectRef={projectRef}
          report={report}
          onClose={() => setIsRenaming(false)}
        />
      )}
    </>
  )
}
