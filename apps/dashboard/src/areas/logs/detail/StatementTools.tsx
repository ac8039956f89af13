import type { LogRowEntry } from '@basalt/contract/logs/logs'
import { Network, SquareTerminal } from 'lucide-react'
import { useState } from 'react'

import { useNewQuery } from '../../../product/snippets.ts'
import { Button } from '../../../ui/Button.tsx'
import { late } from '../../../ui/late.tsx'
import { clockText } from '../model/log-time.ts'

const PlanDialog = late(
  async () => (await import('../../../product/plan-view/PlanDialog.tsx')).PlanDialog,
)

type Props = {
  row: LogRowEntry & { metadata: Record<string, unknown> }
  projectRef: string
}

/** The statement of a row of Postgres in the SQL editor, and its plan if it was logged. */
export function StatementTools({ row, projectRef }: Props) {
  const { open, denied } = useNewQuery(projectRef)
  const [hasPlan, showPlan] = useState(false)
  const { statement, plan } = readStatement(row)
  if (statement === undefined && plan === undefined) return null
  return (
    <div className="flex flex-wrap gap-2">
      {statement !== undefined && (
        <Button
          icon={SquareTerminal}
          disabledReason={denied}
          onClick={() => open(`Statement of ${clockText(row.at)}`, statement)}
        >
          Open statement in SQL editor
        </Button>
      )}
      {plan !== undefined && (
        <Button icon={Network} onPointerEnter={PlanDialog.prepare} onClick={() => showPlan(true)}>
          Show plan
        </Button>
      )}
      {hasPlan && plan !== undefined && (
        <PlanDialog
          title={`Plan of ${clockText(row.at)}`}
          logged={plan}
          onClose={() => showPlan(false)}
        />
      )}
    </div>
  )
}

type Found = { statement?: string | undefined; plan?: object | undefined }

/** As PostgreSQL logs a slow statement. */
const inMessage = /^duration: [\d.]+ ms {2}(?:statement|execute [^\n:]{1,130}): ([\s\S]+)$/u

/** The statement of a slow call is a part of its plan, or of the message. */
function readStatement({ source, metadata, message }: Props['row']): Found {
  if (source !== 'postgres_logs') return {}
  const details = toObject(metadata['details'])
  const plan = toObject(details?.['plan'])
  const texts = [details?.['statement'], plan?.['Query Text'], inMessage.exec(message)?.[1]]
  return { statement: texts.find(isText), plan }
}

const toObject = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
