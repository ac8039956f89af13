import { useLocation } from '@tanstack/react-router'
import { Sparkles } from 'lucide-react'

import { Link } from '../../../lib/Link.tsx'
import { paths } from '../../../lib/paths.ts'
import { askAssistant } from '../../../product/assistant/assistant-opening.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import type { StatementResult } from '../runs/run-model.ts'
import { errorReport } from './error-report.ts'
import { isLogQuery } from './log-query.ts'

type Props = { statement: string; error: NonNullable<StatementResult['error']>; start: number }

/** The statement with PostgreSQL's full error, to share or to ask the assistant about. */
export function ErrorHelp({ statement, error, start }: Props) {
  const { detail: _, ...telling } = error
  const { pathname } = useLocation()
  return (
    <>
      {isLogQuery(statement, error.sqlstate) && (
        <Link
          href={paths.logExplorer(pathname.split('/')[2] ?? '', { sql: statement })}
          className={buttonClass({ size: 'small' })}
        >
          Run on logs
        </Link>
      )}
      <Button
        variant="ghost"
        size="small"
        icon={Sparkles}
        tooltip="Opens a question for review; nothing is sent yet"
        onClick={() =>
          askAssistant({
            text: 'Why does this statement fail, and how can I fix it?',
            // Details quote rows, which the organization may not share.
            sqlSnippets: [errorReport(statement, { error: telling, start })],
          })
        }
      >
        Ask the assistant
      </Button>
      <CopyButton
        text={errorReport(statement, { error, start })}
        label="Copy for an assistant"
        size="small"
        isIcon
      />
    </>
  )
}
