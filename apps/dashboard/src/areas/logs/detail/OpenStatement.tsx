import type { LogRowEntry } from '@basalt/contract/logs/logs'
import { SquareTerminal } from 'lucide-react'

import { useNewQuery } from '../../../product/snippets.ts'
import { Button } from '../../../ui/Button.tsx'
import { clockText } from '../model/log-time.ts'

type Props = {
  row: LogRowEntry & { metadata: Record<string, unknown> }
  projectRef: string
}

/** The statement of a row of Postgres, in the SQL editor. */
export function OpenStatement({ row, projectRef }: Props) {
  const { open, denied } = useNewQuery(projectRef)
  const statement = getStatement(row)
  if (statement === undefined) return null
  return (
    <Button
      icon={SquareTerminal}
      className="self-start"
      disabledReason={denied}
      onClick={() => open(`Statement of ${clockText(row.at)}`, statement)}
    >
      Open statement in SQL editor
    </Button>
  )
}

function getStatement({ source, metadata }: Props['row']): string | undefined {
  if (source !== 'postgres_logs') return undefined
  const { parsed } = metadata
  const query = parsed !== null && typeof parsed === 'object' && 'query' in parsed && parsed.query
  return typeof query === 'string' && query !== '' ? query : undefined
}
