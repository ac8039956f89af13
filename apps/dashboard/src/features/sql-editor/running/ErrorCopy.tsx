import { CopyButton } from '../../../ui/CopyButton.tsx'
import type { StatementResult } from '../run-model.ts'
import { errorReport } from './error-report.ts'

type Props = { statement: string; error: NonNullable<StatementResult['error']>; start: number }

/** The statement with all that PostgreSQL said about it, to ask somebody or something else. */
export function ErrorCopy({ statement, error, start }: Props) {
  return (
    <CopyButton
      text={errorReport(statement, { error, start })}
      label="Copy for an assistant"
      size="small"
    />
  )
}
